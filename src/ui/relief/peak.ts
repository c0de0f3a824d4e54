/** The highest place of our land, in the drawing's units, and its height in metres. The pages point at it. */
export const peak = { x: 1181, y: 214, metres: 2256 };
