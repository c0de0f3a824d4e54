import type { BadgeKind } from '../../../ui/badge.tsx';
import type { SubmissionState } from './store.ts';

export const stateLabels: Readonly<Record<SubmissionState, { readonly kind: BadgeKind; readonly text: string }>> = {
  waiting: { kind: 'pending', text: 'Being marked' },
  appealed: { kind: 'pending', text: 'With a second instructor' },
  failed: { kind: 'rejected', text: 'Not passed yet' },
  passed: { kind: 'approved', text: 'Passed' },
};

export const projectNotices = {
  handedIn: { title: 'Handed in', text: 'An instructor will read your project. We’ll email you when it’s marked.' },
  appealed: { title: 'Sent to a second instructor', text: 'We’ll email you when your project is marked again.' },
} as const;
