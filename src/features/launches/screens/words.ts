import type { BadgeKind } from '../../../ui/badge.tsx';
import type { LaunchStatus } from '../shapes.ts';

/** The shape beside the word of where a launch stands, for its founder and at the desk. */
export const launchKinds: Readonly<Record<LaunchStatus, BadgeKind>> = {
  submitted: 'pending',
  waiting_for_founder: 'note',
  accepted: 'approved',
  declined: 'rejected',
  not_enough: 'rejected',
  withdrawn: 'other',
};
