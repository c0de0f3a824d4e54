import type { call } from '../../../../../ui/client.ts';

/** Types of staff API responses, derived from the procedures. */
export type ProjectLine = Awaited<ReturnType<typeof call.projectsDesk.submissions>>['lines'][number];
export type ProjectCase = Awaited<ReturnType<typeof call.projectsDesk.submission>>;
