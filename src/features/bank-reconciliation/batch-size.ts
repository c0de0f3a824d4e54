/** A separate file: the list screen must not load `schema.ts` for this number. */
export const maxBatchLines = 500;
