import { serveWorker } from '../../../platform/jobs/worker-entry.ts';
import { findFaults } from './faults.ts';
import type { DraftToCheck } from './faults-worker.ts';

serveWorker(({ draft, pictures }: DraftToCheck) => findFaults(draft, pictures));
