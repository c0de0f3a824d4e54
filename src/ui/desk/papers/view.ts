/** How a document lies in its frame: turned, enlarged and moved. Lengths are CSS pixels; nothing here draws. */

export type Size = { readonly width: number; readonly height: number };

/** `zoom` 1 shows the whole paper; `turn` counts quarters clockwise; `x`, `y` move its middle from the frame's. */
export type View = { readonly zoom: number; readonly turn: number; readonly x: number; readonly y: number };

export type Point = { readonly x: number; readonly y: number };

/** The whole paper, upright, in the middle. */
export const whole: View = { zoom: 1, turn: 0, x: 0, y: 0 };

/** Whole is the smallest there is; eight times that shows the print of a driver's licence letter by letter. */
export const zoomBounds = { least: 1, most: 8 } as const;

/** What a button or a key enlarges by. */
export const zoomStep = 1.5;

/** How far an arrow key moves the paper. */
export const moveStep = 60;

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const isAcross = (turn: number): boolean => turn % 2 === 1;

/** The room a paper takes once it is turned: a quarter turn exchanges its sides. */
export const turnedSize = ({ width, height }: Size, turn: number): Size =>
  isAcross(turn) ? { width: height, height: width } : { width, height };

/** By how much the paper is scaled so that all of it shows, as it is turned. Zero while a side has no length. */
export function fitScale(paper: Size, frame: Size, turn: number): number {
  const { width, height } = turnedSize(paper, turn);
  if (width <= 0 || height <= 0) return 0;
  return Math.max(0, Math.min(frame.width / width, frame.height / height));
}

/** The paper's own sides as they are drawn, before it is turned. */
export function drawnSize(paper: Size, frame: Size, { zoom, turn }: View): Size {
  const scale = fitScale(paper, frame, turn) * zoom;
  return { width: paper.width * scale, height: paper.height * scale };
}

/** Never so far that the frame shows emptiness where paper could be; what fits stays in the middle. */
export function kept(view: View, paper: Size, frame: Size): View {
  const drawn = turnedSize(drawnSize(paper, frame, view), view.turn);
  const reach = { x: Math.max(0, drawn.width - frame.width) / 2, y: Math.max(0, drawn.height - frame.height) / 2 };
  return { ...view, x: between(view.x, -reach.x, reach.x), y: between(view.y, -reach.y, reach.y) };
}

/** Larger or smaller within the bounds. What lies under `around`, measured from the frame's middle, stays there. */
export function zoomed(view: View, factor: number, around: Point = { x: 0, y: 0 }): View {
  const zoom = between(view.zoom * factor, zoomBounds.least, zoomBounds.most);
  const ratio = zoom / view.zoom;
  const moved = (at: number, pointer: number) => pointer + (at - pointer) * ratio;
  return { ...view, zoom, x: moved(view.x, around.x), y: moved(view.y, around.y) };
}

/** A quarter clockwise. What was in the middle stays in the middle. */
export const turned = (view: View): View => ({ ...view, turn: (view.turn + 1) % 4, x: 0 - view.y, y: view.x });

export const moved = (view: View, by: Point): View => ({ ...view, x: view.x + by.x, y: view.y + by.y });
