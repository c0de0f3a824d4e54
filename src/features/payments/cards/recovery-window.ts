/** The reminder window after leaving for the card page, in ms [001 §9 Timings]. */
export const recoveryWindowMs = 60 * 60_000;
