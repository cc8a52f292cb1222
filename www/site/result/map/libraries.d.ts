// The parts of libraries without types that maps use.

declare module "d3-selection" {
  export interface Selection {
    call(work: (selection: any, ...more: any[]) => unknown, ...more: unknown[]): Selection;
    on(type: string, listener: null): Selection;
  }
  export function select(element: Element): Selection;
}

declare module "d3-zoom" {
  export interface ZoomTransform { readonly k: number; readonly x: number; readonly y: number }
  export interface Zoom {
    (selection: any): void;
    transform(selection: any, transform: ZoomTransform): void;
    scaleBy(selection: any, factor: number): void;
    translateBy(selection: any, x: number, y: number): void;
    translateTo(selection: any, x: number, y: number): void;
    extent(extent: [[number, number], [number, number]]): Zoom;
    translateExtent(extent: [[number, number], [number, number]]): Zoom;
    scaleExtent(extent: [number, number]): Zoom;
    clickDistance(pixels: number): Zoom;
    filter(accepts: (event: any) => boolean): Zoom;
    on(type: "start" | "zoom" | "end", listener: (event: { transform: ZoomTransform, sourceEvent: Event | null }) => void): Zoom;
  }
  export function zoom(): Zoom;
  export const zoomIdentity: ZoomTransform & { translate(x: number, y: number): typeof zoomIdentity; scale(factor: number): typeof zoomIdentity };
}

declare module "topojson-client" {
  export function feature(topology: any, object: any): any;
}

declare module "murmurhash-js" {
  export default function murmur3(text: string, seed?: number): number;
}
