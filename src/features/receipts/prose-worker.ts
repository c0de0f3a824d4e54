import { workerPool } from '../../platform/jobs/workers.ts';
import type { QueueKeys } from '../../platform/limits/fair-queue.ts';
import type { ProsePdf } from './prose-pdf.ts';
import { receiptLimits } from './receipt-worker.ts';

const render = workerPool<ProsePdf, Uint8Array>({
  program: new URL('./prose-worker-entry.ts', import.meta.url),
  threads: 1,
  ...receiptLimits,
  maxCpuMs: 10_000,
  timeoutMs: 60_000,
  memoryMb: 64,
});

/** Renders the PDF in a worker thread, with the queue limits of receipts. */
export const prosePdfApart = async (queueKeys: QueueKeys, input: ProsePdf): Promise<Buffer> =>
  Buffer.from(await render(queueKeys, input));
