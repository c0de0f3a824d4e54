/** What one person may have with us: so many that wait, and so many handed in within a day. Each is read by people. */
export const limits = { open: 3, day: 3, questions: 20 } as const;

/** From how many hours without a move of ours on a launch counts as late at the desk: five days. */
export const lateAfterHours = 120;
