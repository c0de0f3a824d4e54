/** Error message of the router when a chunk does not load; `vite.config.ts` injects it. */
export const chunkErrorMessage = 'the code of this page failed to load';
