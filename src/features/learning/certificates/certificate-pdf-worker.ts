import { workerPool } from '../../../platform/jobs/workers.ts';
import type { QueueKeys } from '../../../platform/limits/fair-queue.ts';
import { receiptLimits } from '../../receipts/receipt-worker.ts';
import type { Certificate } from './certificate.ts';

export type CertificateInput = {
  readonly certificate: Certificate;
  readonly company: string;
  readonly origin: string;
  readonly now: Date;
};

const render = workerPool<CertificateInput, Uint8Array>({
  program: new URL('./certificate-pdf-entry.ts', import.meta.url),
  threads: 1,
  ...receiptLimits,
  maxCpuMs: 10_000,
  timeoutMs: 60_000,
  memoryMb: 64,
});

/** Generates the PDF in a worker thread, in the same queue as receipts. */
export const generateCertificatePdf = async (queueKeys: QueueKeys, input: CertificateInput): Promise<Buffer> =>
  Buffer.from(await render(queueKeys, input));
