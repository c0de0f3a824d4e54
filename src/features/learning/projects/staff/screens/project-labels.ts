import type { BadgeKind } from '../../../../../ui/badge.tsx';
import type { call } from '../../../../../ui/client.ts';

export type ProjectLine = Awaited<ReturnType<typeof call.projectsDesk.submissions>>['lines'][number];
export type ProjectCase = Awaited<ReturnType<typeof call.projectsDesk.submission>>;

export const projectStateLabels: Readonly<
  Record<ProjectLine['state'], { readonly kind: BadgeKind; readonly text: string }>
> = {
  waiting: { kind: 'pending', text: 'To mark' },
  appealed: { kind: 'pending', text: 'Appeal' },
  failed: { kind: 'rejected', text: 'Not passed' },
  passed: { kind: 'approved', text: 'Passed' },
};

export const projectNotices = { marked: { title: 'Marked', text: 'The learner gets an email.' } } as const;
