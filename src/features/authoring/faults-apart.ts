import type { Whose } from '../../platform/turns.ts';
import { workerPool } from '../../platform/workers.ts';
import type { CourseFault } from '../learning/course-faults.ts';
import type { Draft } from './draft.ts';

/** A draft as it was saved, and the files that are pictures of its course. */
export type DraftToCheck = { readonly draft: Draft; readonly pictures: ReadonlySet<string> };

/**
 * What keeps a draft from being published (`faultsIn`), found on a thread apart: reading all lessons of the longest
 * course takes seconds, in which everybody else would wait. A few instructors ask, seldom.
 */
export const faultsApart: (whose: Whose, asked: DraftToCheck) => Promise<CourseFault[]> = workerPool({
  program: new URL('./faults-thread.ts', import.meta.url),
  threads: 1,
  ...{ waiting: 30, ofOne: [20, 20, 4] },
  patience: 60_000,
  memory: 256,
});
