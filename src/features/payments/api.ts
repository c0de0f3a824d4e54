import { ownPaymentsApi } from './customer-api.ts';
import type { FulfilmentByProduct } from './move-payment.ts';
import { refundApi } from './refunds.ts';
import { staffApi } from './staff-api.ts';
import { staffViewsApi } from './staff-views.ts';
import { undoRefundApi } from './undo-refund.ts';

export const paymentsApi = (payables: FulfilmentByProduct) => ({
  payments: ownPaymentsApi(payables),
  paymentsDesk: { ...staffViewsApi, ...staffApi(payables), ...refundApi(payables), ...undoRefundApi(payables) },
});
