import type { BadgeKind } from '../../ui/badge.tsx';

export const outcomes = ['accepted', 'declined', 'not_enough'] as const;
export type Outcome = (typeof outcomes)[number];

export type LaunchStatus = 'submitted' | 'waiting_for_founder' | 'withdrawn' | Outcome;

export const isOpen = (status: LaunchStatus): boolean => status === 'submitted' || status === 'waiting_for_founder';

export const launchBadgeKinds: Readonly<Record<LaunchStatus, BadgeKind>> = {
  submitted: 'pending',
  waiting_for_founder: 'note',
  accepted: 'approved',
  declined: 'rejected',
  not_enough: 'rejected',
  withdrawn: 'other',
};

/** Per customer: open launches, and submissions a day. Per launch: questions. Error messages name these numbers. */
export const limits = { open: 3, day: 3, questions: 20 } as const;

/** Hours without a staff action after which a launch is late. */
export const lateAfterHours = 120;
