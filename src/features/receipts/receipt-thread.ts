import { answersWith } from '../../platform/thread.ts';
import type { ReceiptAsked } from './receipt-apart.ts';
import { receiptPdf } from './receipt-pdf.ts';

/** A thread that does nothing but draw receipts. */
answersWith(({ receipt, now }: ReceiptAsked) => receiptPdf(receipt, now));
