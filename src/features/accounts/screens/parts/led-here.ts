/** What led to a screen, carried with the step: it outlives a reload and ends with the next step. */
export type LedHere = { created?: boolean; invalid?: boolean; resetSent?: boolean };

/** Reads it from the state of a location. */
export const ledHereOf = (state: unknown): LedHere => (typeof state === 'object' && state !== null ? state : {});
