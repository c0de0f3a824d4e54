import type { call } from '../../../../ui/client.ts';

/** Types of staff API responses, derived from the procedures. */
export type PaymentLine = Awaited<ReturnType<typeof call.paymentsDesk.queue>>['lines'][number];
export type PaymentCase = Awaited<ReturnType<typeof call.paymentsDesk.show>>;
export type PaymentAct = PaymentCase['mine'][number];
