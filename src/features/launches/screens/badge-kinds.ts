import type { BadgeKind } from '../../../ui/badge.tsx';
import type { LaunchStatus } from '../status.ts';

export const launchBadgeKinds: Readonly<Record<LaunchStatus, BadgeKind>> = {
  submitted: 'pending',
  waiting_for_founder: 'note',
  accepted: 'approved',
  declined: 'rejected',
  not_enough: 'rejected',
  withdrawn: 'other',
};
