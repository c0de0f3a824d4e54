import { showPaymentStatus } from './payment-status.ts';

export const paymentPagesApi = { standing: showPaymentStatus };
