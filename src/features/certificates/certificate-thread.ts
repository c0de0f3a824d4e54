import { parentPort } from 'node:worker_threads';
import type { CertificateAsked } from './certificate-apart.ts';
import { certificatePdf } from './certificate-pdf.ts';

/** A thread that does nothing but draw certificates. */
parentPort?.on('message', async (asked: CertificateAsked) => {
  const answer = await certificatePdf(asked).then(
    (done) => ({ done }),
    (error: unknown) => ({ failed: String(error) }),
  );
  parentPort?.postMessage(answer);
});
