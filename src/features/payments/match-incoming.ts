import type { Db } from '../../platform/database/database.ts';
import { type Amount, formatAmount, getAsset, minorUnitsOf } from '../ledger/amount.ts';
import { isBefore, isBeforeDay } from '../ledger/evidence.ts';
import { abbreviate, type Party } from '../ledger/movement.ts';
import { getFirstKey } from '../ledger/movement-reference.ts';
import type { NewMovement } from '../ledger/movement-store.ts';
import { getFullName, holderMatches } from '../ledger/names.ts';
import type { Contradiction } from '../outgoing-money/reasons.ts';
import { refuse } from './messages.ts';
import { getPriceDeadline } from './payment.ts';
import { findPayer, type Payment } from './store.ts';

export type IncomingPayment = Pick<NewMovement, 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly' | 'fromId'> & {
  readonly amount: Amount;
  /** Full amount of the unallocated money if this payment is a part of it, else null. */
  readonly whole: Amount | null;
  readonly note: string;
};

export const getAmountDue = ({ amount, coins }: Pick<Payment, 'amount' | 'coins'>): Amount => coins?.amount ?? amount;

type Named = { readonly name: string; readonly firstName: string | null; readonly lastName: string | null };
export const getPayerName = ({ name, firstName, lastName }: Named): string =>
  getFullName({ firstName, lastName, displayName: name });

/** Returns the payer or sending address if it differs from the customer's, else null. */
export async function findContradiction(tx: Db, payment: Payment, party: Party): Promise<Contradiction | null> {
  if (payment.coins) {
    const { sender } = payment;
    if (party.address !== null && party.address === sender?.address) return null;
    return {
      kind: 'sender',
      incoming: abbreviate(party.address ?? ''),
      named: sender ? abbreviate(sender.address) : 'none',
    };
  }
  const customer = await findPayer(tx, payment.userId);
  const holder = party.holder ?? '';
  if (!customer || holderMatches(holder, { ...customer, displayName: customer.name })) return null;
  return { kind: 'payer', incoming: holder, named: getPayerName(customer) };
}

/** Refuses another amount, or money sent after the deadline. A payer with another name needs a note. */
async function assertMoneyMatches(
  tx: Db,
  payment: Payment,
  { amount, movedAt, party, note }: IncomingPayment,
): Promise<void> {
  if (getAsset(amount) !== payment.amount.currency || minorUnitsOf(amount) !== payment.amount.minor)
    refuse('payments.amount_differs', { expected: formatAmount(payment.amount) });
  if (isBeforeDay(movedAt, payment.startedAt)) refuse('payments.before_due', {});
  if (movedAt > getPriceDeadline(payment.startedAt, payment.method)) refuse('payments.after_due', {});
  const contradiction = note === '' ? await findContradiction(tx, payment, party) : null;
  if (contradiction) refuse('payments.name_differs', { payer: contradiction.incoming, customer: contradiction.named });
}

/** Refuses any amount but the unique one due. Anyone can copy hash and wallet from the chain. */
async function assertCryptoMatches(tx: Db, payment: Payment, incoming: IncomingPayment): Promise<void> {
  const { coins, sender, startedAt, method } = payment;
  const { amount, whole, movedAt, party, note } = incoming;
  const isDue = (sent: Amount) =>
    coins !== null && getAsset(sent) === coins.amount.symbol && minorUnitsOf(sent) === coins.amount.base;
  if (!isDue(amount) || !isDue(whole ?? amount))
    refuse('payments.coins_differ', { expected: coins ? formatAmount(coins.amount) : '' });
  if (isBefore(incoming, startedAt)) refuse('payments.before_due', {});
  if (movedAt > getPriceDeadline(startedAt, method)) refuse('payments.after_due', {});
  if (note !== '') return;
  const contradiction = await findContradiction(tx, payment, party);
  if (contradiction) refuse('payments.sender_differs', { sender: contradiction.incoming, named: contradiction.named });
  if (sender?.transactionHash && getTransactionHash(incoming) !== sender.transactionHash)
    refuse('payments.hash_differs', {});
}

/** Strips the part number: all outputs of one transaction share its hash. */
const getTransactionHash = ({ reference }: IncomingPayment): string =>
  getFirstKey(reference?.key ?? reference?.typed ?? '');

/** Refuses money that does not match the payment. With a note, staff accept another payer or wallet. */
export async function assertMatches(tx: Db, payment: Payment, incoming: IncomingPayment): Promise<void> {
  if (payment.coins) await assertCryptoMatches(tx, payment, incoming);
  else await assertMoneyMatches(tx, payment, incoming);
}
