import type { BadgeKind } from '../../../../../ui/badge.tsx';
import type { ProjectLine } from './data.ts';

export const projectStateLabels: Readonly<
  Record<ProjectLine['state'], { readonly kind: BadgeKind; readonly text: string }>
> = {
  waiting: { kind: 'pending', text: 'To mark' },
  appealed: { kind: 'pending', text: 'Appeal' },
  failed: { kind: 'rejected', text: 'Not passed' },
  passed: { kind: 'approved', text: 'Passed' },
};
