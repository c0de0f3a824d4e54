import type { Whose } from '../../../platform/turns.ts';
import { workerPool } from '../../../platform/workers.ts';
import { receiptRoom } from '../../receipts/receipt-apart.ts';
import type { ReportFacts } from './report-pdf.ts';

/** What is drawn: the facts of one report, in whose name, and when. */
export type ReportAsked = { readonly facts: ReportFacts; readonly company: string; readonly now: Date };

const drawn = workerPool<ReportAsked, Uint8Array>({
  program: new URL('./report-thread.ts', import.meta.url),
  threads: 1,
  ...receiptRoom,
  patience: 30_000,
  memory: 64,
});

/** A report as the bytes of a PDF (`reportPdf`), drawn on a thread apart, in turn as receipts are. */
export const reportPdfApart = async (whose: Whose, asked: ReportAsked): Promise<Buffer> =>
  Buffer.from(await drawn(whose, asked));
