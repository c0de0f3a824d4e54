/** What may be decided about a launch. */
export const outcomes = ['accepted', 'declined', 'not_enough'] as const;
export type Outcome = (typeof outcomes)[number];
