import type { BadgeKind } from '../../../ui/badge.tsx';
import type { SubmissionState } from '../shapes.ts';

export const stateLabels: Readonly<Record<SubmissionState, { readonly kind: BadgeKind; readonly text: string }>> = {
  waiting: { kind: 'pending', text: 'Being read' },
  appealed: { kind: 'pending', text: 'Read by a second instructor' },
  failed: { kind: 'rejected', text: 'Not yet' },
  passed: { kind: 'approved', text: 'Passed' },
};
