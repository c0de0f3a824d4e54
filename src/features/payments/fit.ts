import type { Db } from '../../platform/database.ts';
import { type Amount, amountWords, assetOf, unitsOf } from '../movements/amount.ts';
import { isBefore, isBeforeDay } from '../movements/evidence.ts';
import { ends } from '../movements/movement.ts';
import type { NewMovement } from '../movements/movement-store.ts';
import { fullName, holderMatches } from '../movements/names.ts';
import { refuse } from './messages.ts';
import { priceHoldsUntil } from './payment.ts';
import { type Payment, payerOf } from './store.ts';

/** What came in, as somebody saw it, with their word about it. */
export type CameIn = Pick<NewMovement, 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly' | 'fromId'> & {
  readonly amount: Amount;
  /** All of the unassigned money of which it is a part; null where it came for this. */
  readonly whole: Amount | null;
  readonly note: string;
};

/** What is to come in for a payment: its price, or what that was in Mahoni when it was begun. */
export const dueOf = ({ amount, coins }: Pick<Payment, 'amount' | 'coins'>): Amount => coins?.amount ?? amount;

type Named = { readonly name: string; readonly firstName: string | null; readonly lastName: string | null };
export const nameOf = ({ name, firstName, lastName }: Named): string =>
  fullName({ firstName, lastName, displayName: name });

/**
 * Money: the whole amount, neither of a day before it was due nor from after its price had ended, from somebody of the
 * customer's name.
 */
async function refuseMoney(tx: Db, payment: Payment, { amount, movedAt, party, note }: CameIn): Promise<void> {
  if (assetOf(amount) !== payment.amount.currency || unitsOf(amount) !== payment.amount.minor)
    refuse('payments.amount_differs', { expected: amountWords(payment.amount) });
  if (isBeforeDay(movedAt, payment.begunAt)) refuse('payments.before_due', {});
  if (movedAt > priceHoldsUntil(payment.begunAt, payment.method)) refuse('payments.after_due', {});
  const customer = await payerOf(tx, payment.userId);
  const holder = party.holder ?? '';
  if (!customer || note !== '' || holderMatches(holder, { ...customer, displayName: customer.name })) return;
  refuse('payments.name_differs', { payer: holder, customer: nameOf(customer) });
}

/**
 * Mahoni: exactly what is due, whole, while its price stood. Everybody sees what comes to our wallet, from where and
 * under which hash, and may say that it was theirs; the amount is each payment's own, told to its customer alone.
 */
function refuseCoins({ coins, sender, begunAt, method }: Payment, came: CameIn): void {
  const { amount, whole, movedAt, party, note } = came;
  const isDue = (sent: Amount) =>
    coins !== null && assetOf(sent) === coins.amount.symbol && unitsOf(sent) === coins.amount.base;
  if (!isDue(amount) || !isDue(whole ?? amount))
    refuse('payments.coins_differ', { expected: coins ? amountWords(coins.amount) : '' });
  if (isBefore(came, begunAt)) refuse('payments.before_due', {});
  if (movedAt > priceHoldsUntil(begunAt, method)) refuse('payments.after_due', {});
  if (note !== '' || party.address === sender?.address) return;
  const named = sender ? ends(sender.address) : 'none';
  refuse('payments.sender_differs', { sender: ends(party.address ?? ''), named });
}

/** Refuses what is not the money of a payment, or may not be: of another name or wallet, a word in the note decides. */
export async function refuseUnfit(tx: Db, payment: Payment, came: CameIn): Promise<void> {
  if (payment.coins) refuseCoins(payment, came);
  else await refuseMoney(tx, payment, came);
}
