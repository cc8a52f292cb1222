/** What the tests use of the toolkit, which comes without declarations. */
declare module "jsonstat-toolkit" {
  interface Dimension {
    label: string;
    id: string[];
    Category(code: string): { label: string };
  }
  interface Dataset {
    class: string;
    id: string[];
    Data(): { value: number | null; status: string | null }[];
    Dimension(name: string): Dimension;
  }
  export default function JSONstat(document: object): Dataset;
}
