export const outcomes = ['accepted', 'declined', 'not_enough'] as const;
export type Outcome = (typeof outcomes)[number];

export type LaunchStatus = 'submitted' | 'waiting_for_founder' | 'withdrawn' | Outcome;

export const isOpen = (status: LaunchStatus): boolean => status === 'submitted' || status === 'waiting_for_founder';
