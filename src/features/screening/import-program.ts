import { openPool } from '../../platform/database/database.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { importFile, rescreenQueue } from './import-list.ts';
import type { ImportAnswer, ImportJob } from './import-worker.ts';
import { UnreadableListError } from './party.ts';

// Child process of `importInWorker`. It gets only the database address and the file.

async function runImport({ databaseUrl, source, file, now }: ImportJob): Promise<ImportAnswer> {
  const faults: Error[] = [];
  const pool = openPool({ url: databaseUrl, role: 'cryptocommerce_app', isOwnLogin: true, max: 2 });
  try {
    const onError = (error: Error) => void faults.push(error);
    const jobs = await openJobs({ pool, onError, log: { warn: () => undefined } });
    await jobs.prepare([{ ...rescreenQueue, run: async () => undefined }]);
    const imported = await importFile({ pool, jobs, clock: () => now }, source, file).finally(jobs.stop);
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    return { imported, workSeconds: (userCPUTime + systemCPUTime) / 1_000_000, peakBytes: maxRSS * 1_024 };
  } catch (error) {
    if (error instanceof UnreadableListError) return { unreadable: error.message };
    return {
      fault: [error, ...faults].map((fault) => (fault instanceof Error ? fault.stack : String(fault))).join('\n'),
    };
  } finally {
    await pool.end();
  }
}

// Exits with its parent, which rolls back the open transaction.
process.once('disconnect', () => process.exit(1));
process.once('message', (job) => {
  void runImport(job as ImportJob).then((answer) => process.send?.(answer, () => process.exit(0)));
});
