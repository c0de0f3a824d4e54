import { parentPort } from 'node:worker_threads';
import type { ReportAsked } from './report-apart.ts';
import { reportPdf } from './report-pdf.ts';

/** A thread that does nothing but draw reports. */
parentPort?.on('message', async (asked: ReportAsked) => {
  const answer = await reportPdf(asked).then(
    (done) => ({ done }),
    (error: unknown) => ({ failed: String(error) }),
  );
  parentPort?.postMessage(answer);
});
