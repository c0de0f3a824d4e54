import type { BadgeKind } from '../../../../../ui/badge.tsx';
import type { call } from '../../../../../ui/client.ts';
import type { Draft } from '../../draft.ts';
import type { CourseState } from '../../store.ts';

export type CourseDetails = Awaited<ReturnType<typeof call.authoring.course>>;
export type CourseRowData = Awaited<ReturnType<typeof call.authoring.courses>>['lines'][number];
export type CheckResult = Awaited<ReturnType<typeof call.authoring.check>>;

export type Section = Draft['sections'][number];
export type Unit = Section['units'][number];
export type Question = Unit['checks'][number];
export type Project = NonNullable<Draft['project']>;
export type Task = Project['rubric']['tasks'][number];

export type ChangeDraft = (next: (draft: Draft) => Draft) => void;

export const stateLabels: Readonly<Record<CourseState, { readonly kind: BadgeKind; readonly text: string }>> = {
  draft: { kind: 'pending', text: 'Draft' },
  published: { kind: 'approved', text: 'Published' },
  withdrawn: { kind: 'other', text: 'Withdrawn' },
};

export const authoringToasts = {
  made: { title: 'Course created', text: 'Only staff can see it until you publish it.' },
  published: { title: 'Published', text: 'New learners get this version.' },
  withdrawn: {
    title: 'Withdrawn',
    text: 'New learners can no longer start this course. Current learners can finish it.',
  },
  offered: { title: 'Available again', text: 'Anyone can start this course again.' },
  priced: { title: 'Price changed', text: 'The new price applies to new learners.' },
} as const;
