import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { SubmissionState } from '../shapes.ts';

export const stateLabels: Readonly<Record<SubmissionState, { readonly kind: BadgeKind; readonly text: string }>> = {
  waiting: { kind: 'pending', text: 'Being marked' },
  appealed: { kind: 'pending', text: 'With a second instructor' },
  failed: { kind: 'rejected', text: 'Not passed yet' },
  passed: { kind: 'approved', text: 'Passed' },
};
