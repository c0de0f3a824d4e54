import { serveWorker } from '../../../platform/worker-entry.ts';
import { findFaults } from './faults.ts';
import type { DraftToCheck } from './faults-worker.ts';

serveWorker(({ draft, pictures }: DraftToCheck) => findFaults(draft, pictures));
