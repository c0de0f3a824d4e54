import { deskApi } from './desk.ts';
import { giveBackApi } from './give-back.ts';
import type { Payables } from './move-payment.ts';
import { ownPaymentsApi } from './own.ts';
import { showDeskApi } from './show-desk.ts';
import { undoReturnApi } from './undo-return.ts';

/** What customers do with payments, and what staff do. `payables` are the rooms that sell something. */
export const paymentsApi = (payables: Payables) => ({
  payments: ownPaymentsApi(payables),
  paymentsDesk: { ...showDeskApi, ...deskApi(payables), ...giveBackApi(payables), ...undoReturnApi(payables) },
});
