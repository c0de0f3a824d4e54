/** Not in `schema.ts`, so that screens don't load the schema library. */
export const hitStates = ['open', 'cleared', 'confirmed'] as const;
/** In characters; below the request size limit. */
export const maxLocalListLength = 200_000;
export type HitState = (typeof hitStates)[number];
/** CSV columns of our own list. The first two are required. Multiple values are separated by `;`. */
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
