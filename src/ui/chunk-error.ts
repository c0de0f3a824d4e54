/** Message of the error that the router throws when a chunk fails to load (`vite.config.ts`). */
export const chunkErrorMessage = 'the code of this page failed to load';
