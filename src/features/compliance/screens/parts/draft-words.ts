import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { DraftState } from '../../../risk/views.ts';

/** How a draft of rules stands, in a badge. */
export const draftWords: Readonly<Record<DraftState, { kind: BadgeKind; text: string }>> = {
  open: { kind: 'other', text: 'Draft' },
  proposed: { kind: 'pending', text: 'Second person' },
  in_force: { kind: 'approved', text: 'In force' },
  rejected: { kind: 'rejected', text: 'Rejected' },
};
