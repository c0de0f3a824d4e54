import { openPool } from '../../platform/database.ts';
import { openJobs } from '../../platform/jobs.ts';
import { UnreadableList } from './found.ts';
import type { ImportAnswer, ImportOrder } from './import-apart.ts';
import { everybodyQueue, importFile } from './import-file.ts';

// A process of its own that reads one list and ends: see `importApart`. It is given the address of the database and the
// file, and nothing else of what the server knows.

async function carryOut({ databaseUrl, source, file, now }: ImportOrder): Promise<ImportAnswer> {
  const faults: Error[] = [];
  const pool = openPool({ url: databaseUrl, role: 'cryptocommerce_app', asGiven: true, max: 2 });
  try {
    const onError = (error: Error) => void faults.push(error);
    const jobs = await openJobs({ pool, onError, log: { warn: () => undefined } });
    await jobs.prepare([{ ...everybodyQueue, run: async () => undefined }]);
    const imported = await importFile({ pool, jobs, clock: () => now }, source, file).finally(jobs.stop);
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    return { imported, workSeconds: (userCPUTime + systemCPUTime) / 1_000_000, peakBytes: maxRSS * 1_024 };
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.message };
    return { fault: [error, ...faults].map((one) => (one instanceof Error ? one.stack : String(one))).join('\n') };
  } finally {
    await pool.end();
  }
}

// Whoever asked is gone: what was begun is undone with the connection.
process.once('disconnect', () => process.exit(1));
process.once('message', (order) => {
  void carryOut(order as ImportOrder).then((answer) => process.send?.(answer, () => process.exit(0)));
});
