import type { call } from '../../../../../ui/client.ts';
import type { Draft } from '../../draft.ts';

export type CourseDetails = Awaited<ReturnType<typeof call.authoring.course>>;
export type CourseRowData = Awaited<ReturnType<typeof call.authoring.courses>>['lines'][number];
export type CheckResult = Awaited<ReturnType<typeof call.authoring.check>>;

export type Section = Draft['sections'][number];
export type Unit = Section['units'][number];
export type Question = Unit['checks'][number];
export type Project = NonNullable<Draft['project']>;
export type Task = Project['rubric']['tasks'][number];

export type ChangeDraft = (next: (draft: Draft) => Draft) => void;
