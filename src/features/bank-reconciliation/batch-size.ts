/** In its own file, so that the list screen does not load `schema.ts`. */
export const maxBatchLines = 500;
