import type { call } from '../../../ui/client.ts';
import type { Draft } from '../draft.ts';

/** What the questions of this desk answer. The types come from the procedures themselves. */
export type CourseCase = Awaited<ReturnType<typeof call.authoring.course>>;
export type CourseListLine = Awaited<ReturnType<typeof call.authoring.courses>>['lines'][number];
export type Checked = Awaited<ReturnType<typeof call.authoring.check>>;
export type Figures = Awaited<ReturnType<typeof call.authoring.figures>>;

export type Section = Draft['sections'][number];
export type Unit = Section['units'][number];
export type Question = Unit['checks'][number];
export type Project = NonNullable<Draft['project']>;
export type Task = Project['rubric']['tasks'][number];

/** Changes the draft that is written on. */
export type Change = (next: (draft: Draft) => Draft) => void;
