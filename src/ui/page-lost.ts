/** What the router says where the code of a screen does not come: `vite.config.ts` puts it there. */
export const pageLost = 'the code of this page did not come';
