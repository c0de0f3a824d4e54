import type { Whose } from '../../platform/turns.ts';
import { workerPool } from '../../platform/workers.ts';
import type { Receipt } from './receipt.ts';

/** What is to be drawn; `now` is written into the PDF as its date of making. */
export type ReceiptAsked = { readonly receipt: Receipt; readonly now: Date };

/**
 * How many wait: at most sixty of one network (connection.ts), forty of one connection, twenty of one account and a
 * hundred altogether. A drawing takes a fiftieth of a second, the tightest set three of them.
 */
export const receiptRoom = { waiting: 100, ofOne: [60, 40, 20] } as const;

const draw = workerPool<ReceiptAsked, Uint8Array>({
  program: new URL('./receipt-thread.ts', import.meta.url),
  threads: 1,
  ...receiptRoom,
  patience: 30_000,
  memory: 64,
});

/**
 * A receipt as the bytes of a PDF (`receiptPdf`), drawn on a thread apart: a crowd that asks for receipts waits for
 * each other, one of each network, connection and account in turn, and nobody else waits for them. Refuses with
 * `general.busy` where there is no room to wait.
 */
export async function receiptPdfApart(whose: Whose, asked: ReceiptAsked): Promise<Buffer> {
  return Buffer.from(await draw(whose, asked));
}
