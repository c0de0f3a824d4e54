/** Open launches and submissions a day of one customer, and questions to one launch. Messages name these figures. */
export const limits = { open: 3, day: 3, questions: 20 } as const;

/** A launch is late after this many hours without action by staff. */
export const lateAfterHours = 120;
