/** Window event before a reload or a redirect to sign in: forms save their input for the page that follows. */
export const beforeReloadEvent = 'before-reload';
