/** How lists can be narrowed: known to the screens, which need no library of schemas for it. */
export const hitStates = ['open', 'cleared', 'confirmed'] as const;
/** The largest list of our own, in characters: thousands of lines, and below what a command may carry. */
export const largestLocalList = 200_000;
export type HitState = (typeof hitStates)[number];
