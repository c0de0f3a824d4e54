import { workerPool } from '../../platform/jobs/workers.ts';
import type { QueueKeys } from '../../platform/limits/fair-queue.ts';
import type { Receipt } from './receipt.ts';

export type ReceiptJob = { readonly receipt: Receipt; readonly now: Date };

/** Queue limits: in total, and per IP network, IP address and account. */
export const receiptLimits = { maxWaiting: 100, maxWaitingPerKey: [60, 40, 20] } as const;

const render = workerPool<ReceiptJob, Uint8Array>({
  program: new URL('./receipt-worker-entry.ts', import.meta.url),
  threads: 1,
  ...receiptLimits,
  maxCpuMs: 10_000,
  timeoutMs: 60_000,
  memoryMb: 64,
});

/** Renders the PDF in a worker thread with a fair queue. Throws `general.busy` or `general.overloaded`. */
export async function receiptPdfInWorker(queueKeys: QueueKeys, job: ReceiptJob): Promise<Buffer> {
  return Buffer.from(await render(queueKeys, job));
}
