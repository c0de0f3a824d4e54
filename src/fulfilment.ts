import { courseEffects } from './features/learning/enrollment/api.ts';
import { cardPayablePayment } from './features/payments/card-payments.ts';
import type { CardPayables } from './features/payments/cards/payable.ts';
import type { FulfilmentByProduct } from './features/payments/move-payment.ts';
import { planEffects } from './features/subscriptions/api.ts';
import { orderByCard } from './features/trading/staff/paid-by-card.ts';
import { placeEffects } from './features/workshops/seat-effects.ts';

/** Handlers that deliver what a payment paid for, by product. */
export const payables: FulfilmentByProduct = { plan: planEffects, workshop: placeEffects, course: courseEffects };

export const cardPayables: CardPayables = { order: orderByCard, payment: cardPayablePayment(payables) };
