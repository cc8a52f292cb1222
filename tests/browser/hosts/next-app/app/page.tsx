import { Figures } from "./figures";

export default function Page() {
  return (
    <main>
      <h1>An app built with Next</h1>
      <Figures />
    </main>
  );
}
