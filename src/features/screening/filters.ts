/** What screens know of lists without the library of schemas: how they are narrowed, what one of our own holds. */
export const hitStates = ['open', 'cleared', 'confirmed'] as const;
/** The largest list of our own, in characters: thousands of lines, and below what a command may carry. */
export const largestLocalList = 200_000;
export type HitState = (typeof hitStates)[number];
/** The columns of a list of our own; those after the first two may be missing. Several values are parted by `;`. */
export const localColumns = [
  'ref',
  'name',
  'kind',
  'category',
  'aliases',
  'births',
  'countries',
  'programmes',
  'addresses',
] as const;
