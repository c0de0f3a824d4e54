import { workerPool } from '../../../platform/jobs/workers.ts';
import type { QueueKeys } from '../../../platform/limits/fair-queue.ts';
import { receiptLimits } from '../../receipts/receipt-worker.ts';
import type { ReportPdfInput } from './report-pdf.ts';

const generateInWorker = workerPool<ReportPdfInput, Uint8Array>({
  program: new URL('./report-thread.ts', import.meta.url),
  threads: 1,
  ...receiptLimits,
  maxCpuMs: 10_000,
  timeoutMs: 60_000,
  memoryMb: 64,
});

/** Generates the PDF in a worker, with the queue limits of receipts. */
export const generateReportPdfInWorker = async (queueKeys: QueueKeys, input: ReportPdfInput): Promise<Buffer> =>
  Buffer.from(await generateInWorker(queueKeys, input));
