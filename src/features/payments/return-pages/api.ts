import { showPaymentStatus } from './payment-status.ts';

export const paymentPagesApi = { status: showPaymentStatus };
