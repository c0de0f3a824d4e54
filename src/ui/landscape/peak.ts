export const peak = { x: 1181, y: 214, metres: 2256 };
