import type { BadgeKind } from '../../../../../ui/badge.tsx';
import type { CourseState } from '../../store.ts';

export const stateLabels: Readonly<Record<CourseState, { readonly kind: BadgeKind; readonly text: string }>> = {
  draft: { kind: 'pending', text: 'Draft' },
  published: { kind: 'approved', text: 'Published' },
  withdrawn: { kind: 'other', text: 'Withdrawn' },
};
