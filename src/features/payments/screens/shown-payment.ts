import type { call } from '../../../ui/client.ts';
import type { paymentSituations } from '../own-messages.ts';

/** A payment as the server shows it to its customer. */
export type ShownPayment = Awaited<ReturnType<typeof call.payments.showOwn>>;

export type Situation = 'to_pay' | keyof typeof paymentSituations;

const late = { claimed: 'late_claim', received: 'to_return', returned: 'returned' } as const;

/** The one situation that a payment is in, from its customer's side. */
export function situationOf({ state, wentBack }: Pick<ShownPayment['payment'], 'state' | 'wentBack'>): Situation {
  const { payIn, ended } = state;
  if (payIn === 'awaiting') return ended === null ? 'to_pay' : ended === 'refunded' ? 'returned' : ended;
  if (payIn === 'returned' || ended !== null) return late[payIn];
  return payIn === 'received' && wentBack ? 'in_part' : payIn;
}
