/** Per customer: open launches, and submissions a day. Per launch: questions. Error messages name these numbers. */
export const limits = { open: 3, day: 3, questions: 20 } as const;

/** Hours without a staff action after which a launch is late. */
export const lateAfterHours = 120;
