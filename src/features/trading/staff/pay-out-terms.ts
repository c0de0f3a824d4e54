import { type Amount, formatPlainAmount, getAsset } from '../../ledger/amount.ts';
import type { Movement, Party } from '../../ledger/movement.ts';
import { isNetwork, type Rail } from '../../ledger/movement-reference.ts';
import { bankRails, getBankRail } from '../../ledger/payout-rail.ts';
import type { ProposalPayload } from '../../outgoing-money/transfers.ts';
import type { UndoInput } from '../../outgoing-money/undo.ts';
import type { Settings } from '../../settings/schema.ts';
import type { Order } from '../order/order-row.ts';

type OwnAccounts = Pick<Settings, 'bank_accounts' | 'company_wallets'>;

function getSource({ bank_accounts, company_wallets }: OwnAccounts, rail: Rail, amount: Amount): string {
  if (isNetwork(rail)) return company_wallets[rail].address;
  if (rail === 'card') return 'the card provider';
  const { bank, number } = bank_accounts['currency' in amount ? amount.currency : 'JMD'];
  return `${bank}, ${number}`;
}

type OutgoingTransfer = { readonly amount: Amount; readonly rail: Rail; readonly to: Party; readonly own: OwnAccounts };

const buildTransfer = (order: { id: string } | null, { amount, rail, to, own }: OutgoingTransfer) => ({
  orderId: order?.id ?? null,
  amount: formatPlainAmount(amount),
  unit: getAsset(amount),
  rail,
  bankRail:
    rail === 'bank' && 'currency' in amount && amount.currency === 'JMD' ? bankRails[getBankRail(amount)].name : null,
  network: isNetwork(rail) ? rail : null,
  from: getSource(own, rail, amount),
  ...to,
});

export const getPayoutRail = ({ side, network }: Order): Rail => (side === 'buy' ? network : 'bank');
export const getPayInRail = ({ side, network }: Order): Rail => (side === 'buy' ? 'bank' : network);
export const canArriveOver = ({ side, network }: Order, rail: Rail): boolean =>
  side === 'buy' ? !isNetwork(rail) : rail === network;

export const getPayee = ({ side, walletAddress, destinationTag, bank }: Order): Party => ({
  bank: bank?.bankName ?? null,
  account: bank?.accountNumber ?? null,
  holder: bank?.accountHolderName ?? null,
  address: side === 'buy' ? walletAddress : null,
  tag: side === 'buy' ? destinationTag : null,
});

/** Amount, recipient and source that the second person approves (decision E4). */
export const buildPayoutPayload = (order: Order, own: OwnAccounts): ProposalPayload => ({
  ...buildTransfer(order, {
    amount: order.side === 'buy' ? order.coins : order.net,
    rail: getPayoutRail(order),
    to: getPayee(order),
    own,
  }),
  branch: order.bank?.routingNumber ?? null,
});

/** Strips bank details for the audit log. They stay in the proposal, which is erased later. */
export const withoutPersonalData = ({
  bank: _b,
  account: _a,
  holder: _h,
  branch: _r,
  ...rest
}: ProposalPayload): ProposalPayload => rest;

type RefundInput = {
  readonly line: Pick<Movement, 'id' | 'amount' | 'rail' | 'reference'>;
  readonly to: Party;
  readonly reasonCode: string;
};

/** Refunds the whole movement to its payer (decision E6). `order` is null for unallocated money. */
export const buildRefundPayload = (
  order: { id: string } | null,
  { line, to, reasonCode }: RefundInput,
  own: OwnAccounts,
): ProposalPayload => ({
  ...buildTransfer(order, { amount: line.amount, rail: line.rail, to, own }),
  movementId: line.id,
  cameWith: line.reference,
  reasonCode,
});

export const buildUnlinkPayload = (
  order: { readonly id: string },
  line: Movement,
  why: Pick<UndoInput, 'reasonCode' | 'evidence'>,
): ProposalPayload => ({
  orderId: order.id,
  of: line.id,
  what: line.extra ? 'extra' : 'payIn',
  amount: formatPlainAmount(line.amount),
  unit: getAsset(line.amount),
  cameWith: line.reference,
  ...why,
});
