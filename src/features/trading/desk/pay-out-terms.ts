import { type Amount, amountPlain, assetOf } from '../../movements/amount.ts';
import type { Movement, Party } from '../../movements/movement.ts';
import { isNetwork, type Rail } from '../../movements/movement-reference.ts';
import { bankRailFor, bankRails } from '../../movements/payout-rail.ts';
import type { Proposed, Undoing } from '../../movements/undoing.ts';
import type { Settings } from '../../settings/schema.ts';
import type { Order } from '../order/order-row.ts';

type Ours = Pick<Settings, 'bank_accounts' | 'company_wallets'>;

/** From which of our accounts or wallets it leaves. */
function fromWhere({ bank_accounts, company_wallets }: Ours, rail: Rail, amount: Amount): string {
  if (isNetwork(rail)) return company_wallets[rail].address;
  // What a card paid goes back through whoever charged it.
  if (rail === 'card') return 'the card provider';
  const { bank, number } = bank_accounts['currency' in amount ? amount.currency : 'JMD'];
  return `${bank}, ${number}`;
}

type Leaving = { readonly amount: Amount; readonly rail: Rail; readonly to: Party; readonly ours: Ours };

const leaving = (order: { id: string } | null, { amount, rail, to, ours }: Leaving) => ({
  orderId: order?.id ?? null,
  amount: amountPlain(amount),
  unit: assetOf(amount),
  rail,
  // A bank's own way of moving J$.
  bankRail:
    rail === 'bank' && 'currency' in amount && amount.currency === 'JMD' ? bankRails[bankRailFor(amount)].name : null,
  network: isNetwork(rail) ? rail : null,
  from: fromWhere(ours, rail, amount),
  ...to,
});

/** Over what our side of an order leaves. */
export const payoutRail = ({ side, network }: Order): Rail => (side === 'buy' ? network : 'bank');
/** Over what the customer's side came in, and goes back. */
export const payInRail = ({ side, network }: Order): Rail => (side === 'buy' ? 'bank' : network);
/** Whether what came in over a rail can be its own: of a buy by bank or card, whichever was chosen. */
export const comesOver = ({ side, network }: Order, rail: Rail): boolean =>
  side === 'buy' ? !isNetwork(rail) : rail === network;

/** To whom our side of an order goes. */
export const payeeOf = ({ side, walletAddress, destinationTag, bank }: Order): Party => ({
  bank: bank?.bankName ?? null,
  account: bank?.accountNumber ?? null,
  holder: bank?.accountHolderName ?? null,
  address: side === 'buy' ? walletAddress : null,
  tag: side === 'buy' ? destinationTag : null,
});

/**
 * What the second person approves: what is paid out, to whom, and from what of ours (decision E4). Its reference comes
 * when it was sent (decision E4).
 */
export const payoutOf = (order: Order, ours: Ours): Proposed => ({
  ...leaving(order, {
    amount: order.side === 'buy' ? order.coins : order.net,
    rail: payoutRail(order),
    to: payeeOf(order),
    ours,
  }),
  branch: order.bank?.routingNumber ?? null,
});

/** What the audit log keeps of it: people's accounts stand in the proposal, which is erased one day. */
export const withoutPeople = ({ bank: _b, account: _a, holder: _h, branch: _r, ...rest }: Proposed): Proposed => rest;

type Back = {
  readonly line: Pick<Movement, 'id' | 'amount' | 'rail' | 'reference'>;
  readonly to: Party;
  readonly reasonCode: string;
};

/**
 * What came in under a line, going back whole and to where it came from: what is returned is what arrived (decision
 * E6). Of no order where that is null.
 */
export const returnOf = (order: { id: string } | null, { line, to, reasonCode }: Back, ours: Ours): Proposed => ({
  ...leaving(order, { amount: line.amount, rail: line.rail, to, ours }),
  movementId: line.id,
  cameWith: line.reference,
  reasonCode,
});

/** A line of what came in that is to be taken off its order. */
export const takeOffOf = (
  order: { readonly id: string },
  line: Movement,
  why: Pick<Undoing, 'reasonCode' | 'evidence'>,
): Proposed => ({
  orderId: order.id,
  of: line.id,
  what: line.extra ? 'extra' : 'payIn',
  amount: amountPlain(line.amount),
  unit: assetOf(line.amount),
  cameWith: line.reference,
  ...why,
});
