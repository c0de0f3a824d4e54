import { type Db, firstValue } from '../../platform/database/database.ts';

/** True while two people have not released the order after its card payment was charged back. */
export const hasOpenChargeback = async (tx: Db, orderId: string): Promise<boolean> =>
  (await firstValue<boolean>(tx)`select app.has_open_chargeback(${orderId}) open`) !== false;
