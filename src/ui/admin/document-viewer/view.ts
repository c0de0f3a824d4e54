/** Lengths are in CSS pixels. */

export type Size = { readonly width: number; readonly height: number };

/** `turn` is the rotation in clockwise quarter turns. `x` and `y` are offsets from the centre. */
export type View = { readonly zoom: number; readonly turn: number; readonly x: number; readonly y: number };

export type Point = { readonly x: number; readonly y: number };

export const initialView: View = { zoom: 1, turn: 0, x: 0, y: 0 };

export const zoomBounds = { min: 1, max: 8 } as const;

export const zoomStep = 1.5;

export const moveStep = 60;

const between = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const isSideways = (turn: number): boolean => turn % 2 === 1;

export const getRotatedSize = ({ width, height }: Size, turn: number): Size =>
  isSideways(turn) ? { width: height, height: width } : { width, height };

export function getFitScale(paper: Size, frame: Size, turn: number): number {
  const { width, height } = getRotatedSize(paper, turn);
  if (width <= 0 || height <= 0) return 0;
  return Math.max(0, Math.min(frame.width / width, frame.height / height));
}

export function getZoomedSize(paper: Size, frame: Size, { zoom, turn }: View): Size {
  const scale = getFitScale(paper, frame, turn) * zoom;
  return { width: paper.width * scale, height: paper.height * scale };
}

/** Limits the offset so that the document covers the frame, and centres a document that fits. */
export function clampView(view: View, paper: Size, frame: Size): View {
  const shownSize = getRotatedSize(getZoomedSize(paper, frame, view), view.turn);
  const reach = {
    x: Math.max(0, shownSize.width - frame.width) / 2,
    y: Math.max(0, shownSize.height - frame.height) / 2,
  };
  return { ...view, x: between(view.x, -reach.x, reach.x), y: between(view.y, -reach.y, reach.y) };
}

/** Multiplies the zoom. The point `around`, in px from the centre of the frame, does not move. */
export function zoomView(view: View, factor: number, around: Point = { x: 0, y: 0 }): View {
  const zoom = between(view.zoom * factor, zoomBounds.min, zoomBounds.max);
  const ratio = zoom / view.zoom;
  const moved = (at: number, pointer: number) => pointer + (at - pointer) * ratio;
  return { ...view, zoom, x: moved(view.x, around.x), y: moved(view.y, around.y) };
}

export const rotateView = (view: View): View => ({ ...view, turn: (view.turn + 1) % 4, x: 0 - view.y, y: view.x });

export const moveView = (view: View, by: Point): View => ({ ...view, x: view.x + by.x, y: view.y + by.y });
