import type { ReactNode } from "react";

export const metadata = { title: "A Next app", icons: "data:," };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB">
      <body>{children}</body>
    </html>
  );
}
