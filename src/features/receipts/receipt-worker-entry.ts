import { serveWorker } from '../../platform/jobs/worker-entry.ts';
import { receiptPdf } from './receipt-pdf.ts';
import type { ReceiptJob } from './receipt-worker.ts';

serveWorker(({ receipt, now }: ReceiptJob) => receiptPdf(receipt, now));
