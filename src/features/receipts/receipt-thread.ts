import { parentPort } from 'node:worker_threads';
import type { ReceiptAsked } from './receipt-apart.ts';
import { receiptPdf } from './receipt-pdf.ts';

/** A thread that does nothing but draw receipts. */
parentPort?.on('message', async ({ receipt, now }: ReceiptAsked) => {
  const answer = await receiptPdf(receipt, now).then(
    (done) => ({ done }),
    (error: unknown) => ({ failed: String(error) }),
  );
  parentPort?.postMessage(answer);
});
