import type { Db } from '../../platform/database.ts';
import { type Amount, amountWords, assetOf, unitsOf } from '../movements/amount.ts';
import { isBeforeDay } from '../movements/evidence.ts';
import { ends } from '../movements/movement.ts';
import type { NewMovement } from '../movements/movement-store.ts';
import { fullName, holderMatches } from '../movements/names.ts';
import { fitsMahoni } from './mahoni.ts';
import { refuse } from './messages.ts';
import { type Payment, payerOf } from './store.ts';

/** What came in, as somebody saw it, with their word about it. */
export type CameIn = Pick<NewMovement, 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly' | 'fromId'> & {
  readonly amount: Amount;
  readonly note: string;
};

/** What is to come in for a payment: its price, or what that was in Mahoni when it was begun. */
export const dueOf = ({ amount, coins }: Pick<Payment, 'amount' | 'coins'>): Amount => coins?.amount ?? amount;

type Named = { readonly name: string; readonly firstName: string | null; readonly lastName: string | null };
export const nameOf = ({ name, firstName, lastName }: Named): string =>
  fullName({ firstName, lastName, displayName: name });

/** Money: the whole amount, not of a day before it was due, from somebody of the customer's name. */
async function refuseMoney(tx: Db, payment: Payment, { amount, movedAt, party, note }: CameIn): Promise<void> {
  if (assetOf(amount) !== payment.amount.currency || unitsOf(amount) !== payment.amount.minor)
    refuse('payments.amount_differs', { expected: amountWords(payment.amount) });
  if (isBeforeDay(movedAt, payment.begunAt)) refuse('payments.before_due', {});
  const customer = await payerOf(tx, payment.userId);
  const holder = party.holder ?? '';
  if (!customer || note !== '' || holderMatches(holder, { ...customer, displayName: customer.name })) return;
  refuse('payments.name_differs', { payer: holder, customer: nameOf(customer) });
}

const minuteOf = (moment: Date): number => Math.floor(moment.getTime() / 60_000);

/**
 * Mahoni: what is due or up to one hundredth more, from the wallet that the customer named. A block tells its minute,
 * and everybody sees what comes to our wallet: what came before a payment was begun is not its own.
 */
function refuseCoins({ coins, sender, begunAt }: Payment, { amount, movedAt, party, note }: CameIn): void {
  if (!coins || 'currency' in amount || amount.symbol !== coins.amount.symbol || !fitsMahoni(coins.amount, amount))
    refuse('payments.coins_differ', { expected: coins ? amountWords(coins.amount) : '' });
  if (minuteOf(movedAt) < minuteOf(begunAt)) refuse('payments.before_due', {});
  if (note !== '' || party.address === sender?.address) return;
  const named = sender ? ends(sender.address) : 'none';
  refuse('payments.sender_differs', { sender: ends(party.address ?? ''), named });
}

/** Refuses what is not the money of a payment, or may not be: of another name or wallet, a word in the note decides. */
export async function refuseUnfit(tx: Db, payment: Payment, came: CameIn): Promise<void> {
  if (payment.coins) refuseCoins(payment, came);
  else await refuseMoney(tx, payment, came);
}
