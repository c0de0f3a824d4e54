import type { CardPayables } from './features/cards/due.ts';
import { courseEffects } from './features/enrollment/paid.ts';
import { paidByCard } from './features/payments/by-card.ts';
import type { Payables } from './features/payments/move-payment.ts';
import { planEffects } from './features/subscriptions/paid.ts';
import { orderByCard } from './features/trading/desk/paid-by-card.ts';
import { placeEffects } from './features/workshops/paid.ts';

/** The rooms that sell something, by what they sell: what becomes of it as its payment moves. */
export const payables: Payables = { plan: planEffects, workshop: placeEffects, course: courseEffects };

/** What can be paid by card, and what becomes of it. */
export const cardPayables: CardPayables = { order: orderByCard, payment: paidByCard(payables) };
