import { parentPort } from 'node:worker_threads';
import { unfitPdf } from './pdf-scan.ts';

/** A thread that does nothing but read PDFs. */
parentPort?.on('message', async (path: string) => {
  const answer = await unfitPdf(path).then(
    (done) => ({ done }),
    (error: unknown) => ({ failed: String(error) }),
  );
  parentPort?.postMessage(answer);
});
