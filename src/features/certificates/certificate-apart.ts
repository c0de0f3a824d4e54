import type { Whose } from '../../platform/turns.ts';
import { workerPool } from '../../platform/workers.ts';
import { receiptRoom } from '../receipts/receipt-apart.ts';
import type { Certificate } from './certificate.ts';

/** What is drawn: who issued it, where it is checked, and when it was drawn up. */
export type CertificateAsked = {
  readonly certificate: Certificate;
  readonly company: string;
  readonly origin: string;
  readonly now: Date;
};

const draw = workerPool<CertificateAsked, Uint8Array>({
  program: new URL('./certificate-thread.ts', import.meta.url),
  threads: 1,
  ...receiptRoom,
  patience: 30_000,
  memory: 64,
});

/** A certificate as the bytes of a PDF (`certificatePdf`), drawn on a thread apart, in turn as receipts are. */
export const certificatePdfApart = async (whose: Whose, asked: CertificateAsked): Promise<Buffer> =>
  Buffer.from(await draw(whose, asked));
