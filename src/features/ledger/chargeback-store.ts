import { type Db, firstValue } from '../../platform/database/database.ts';
import { refuse } from './messages.ts';

type Payout = { readonly lineId: string; readonly reasonCode: string | null; readonly note?: string };

/** Refuses to pay out a charged-back payment, unless its reason or a note records the chargeback. */
export async function assertNotChargedBack(tx: Db, { lineId, reasonCode, note = '' }: Payout): Promise<void> {
  if (reasonCode === 'charged_back' || note !== '') return;
  const taken = await firstValue<boolean>(tx)`select app.is_charged_back(${lineId}) taken`;
  if (taken !== false) refuse('desk.charged_back', {});
}

/** True while two people have not released the order after its card payment was charged back. */
export const hasOpenChargeback = async (tx: Db, orderId: string): Promise<boolean> =>
  (await firstValue<boolean>(tx)`select app.has_open_chargeback(${orderId}) open`) !== false;
