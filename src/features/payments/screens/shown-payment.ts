import type { call } from '../../../ui/client.ts';
import type { paymentSituations } from '../customer-messages.ts';

export type ShownPayment = Awaited<ReturnType<typeof call.payments.showOwn>>;

export type Situation = 'to_pay' | keyof typeof paymentSituations;

const lateSituations = { claimed: 'late_claim', received: 'to_return', returned: 'returned' } as const;

export function getSituation({ state, wentBack }: Pick<ShownPayment['payment'], 'state' | 'wentBack'>): Situation {
  const { payIn, ended } = state;
  if (payIn === 'awaiting') return ended === null ? 'to_pay' : ended === 'refunded' ? 'returned' : ended;
  if (payIn === 'returned' || ended !== null) return lateSituations[payIn];
  return payIn === 'received' && wentBack ? 'in_part' : payIn;
}
