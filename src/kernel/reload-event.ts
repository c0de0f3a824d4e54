/** Window event before a reload or a redirect to the sign-in page. Forms then save their input. */
export const beforeReloadEvent = 'before-reload';
