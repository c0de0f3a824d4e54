import { answersWith } from '../../platform/thread.ts';
import { faultsIn } from './faults.ts';
import type { DraftToCheck } from './faults-apart.ts';

/** A thread that does nothing but read courses that are being written. */
answersWith(({ draft, pictures }: DraftToCheck) => faultsIn(draft, pictures));
