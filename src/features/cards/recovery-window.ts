/**
 * The pending card note recovery window [001 §9 Timings], ms: for so long whoever left for a card page, or has an order
 * to pay, is told so on return.
 */
export const recoveryWindow = 60 * 60_000;
