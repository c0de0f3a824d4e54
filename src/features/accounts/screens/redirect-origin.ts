export type RedirectOrigin = { created?: boolean; invalid?: boolean; resetSent?: boolean };

export const parseRedirectOrigin = (state: unknown): RedirectOrigin =>
  typeof state === 'object' && state !== null ? state : {};
