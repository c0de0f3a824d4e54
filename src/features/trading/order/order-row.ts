import { sql } from 'kysely';
import { baseUnits, type Coins } from '../../../kernel/coins.ts';
import { type Currency, jmd, type Money, minorUnits, money } from '../../../kernel/money.ts';
import { type AssetSymbol, assets } from '../coins/assets.ts';
import type { Network } from '../coins/networks.ts';
import { type Movement, type MovementRow, readMovement } from '../movements/movement.ts';
import type { OrderState, OrderStatus, PayIn, PayOut, Side } from './order.ts';
import { ownPayIn } from './order-balance.ts';

/** An order as its customer's list shows it. `fiat` is what they pay (buy) or are paid (sell). */
export type ListedOrder = {
  readonly id: string;
  readonly reference: string;
  readonly side: Side;
  readonly status: OrderStatus;
  readonly payIn: PayIn;
  readonly lapsed: boolean;
  readonly coins: Coins;
  readonly fiat: Money;
  readonly placedAt: Date;
  /** Until when the customer may choose about a worse price; null where nothing is asked. */
  readonly chooseUntil: Date | null;
};

/** The same with the whole order in J$ and what is left of it after the fee. */
export type OrderLine = ListedOrder & { readonly gross: Money; readonly net: Money };

export type ListedRow = {
  id: string;
  reference: string;
  type: Side;
  status: OrderStatus;
  pay_in: PayIn;
  lapsed: boolean;
  crypto_symbol: AssetSymbol;
  crypto_amount: string;
  fiat_currency: Currency;
  fiat_amount: string;
  created_at: Date;
  choose_until: Date | null;
};

export type LineRow = ListedRow & { jmd_amount: string; net_jmd_amount: string };

export const listedColumns = sql`t.id, t.reference, t.type, t.status, t.pay_in, t.lapsed, t.crypto_symbol,
  t.crypto_amount, t.fiat_currency, t.fiat_amount, t.created_at, t.choose_until`;
export const lineColumns = sql`${listedColumns}, t.jmd_amount, t.net_jmd_amount`;

function coinsOf(row: Pick<ListedRow, 'crypto_symbol' | 'crypto_amount'>): Coins {
  const { decimals } = assets[row.crypto_symbol];
  return { symbol: row.crypto_symbol, base: baseUnits(row.crypto_amount, decimals), decimals };
}

export const readListed = (row: ListedRow): ListedOrder => ({
  id: row.id,
  reference: row.reference,
  side: row.type,
  status: row.status,
  payIn: row.pay_in,
  lapsed: row.lapsed,
  coins: coinsOf(row),
  fiat: money(row.fiat_currency, minorUnits(row.fiat_amount)),
  placedAt: row.created_at,
  chooseUntil: row.choose_until,
});

export const readLine = (row: LineRow): OrderLine => ({
  ...readListed(row),
  gross: jmd(minorUnits(row.jmd_amount)),
  net: jmd(minorUnits(row.net_jmd_amount)),
});

/** A whole order, for the person whose it is and for staff. */
export type Order = OrderLine & {
  readonly userId: string;
  readonly state: OrderState;
  readonly holdReason: string | null;
  readonly feePercent: string;
  readonly fee: Money;
  readonly networkCost: Money;
  readonly priceUsd: string;
  readonly rate: string;
  readonly marketRate: string | null;
  readonly network: Network;
  readonly walletAddress: string | null;
  readonly destinationTag: string | null;
  readonly senderWalletAddress: string | null;
  readonly senderWalletType: string | null;
  readonly companyWallet: { readonly address: string; readonly tag: string | null } | null;
  readonly bank: {
    readonly bankName: string;
    readonly accountNumber: string;
    readonly accountHolderName: string;
    readonly routingNumber: string;
  } | null;
  readonly sourceOfFunds: string | null;
  readonly purpose: string | null;
  readonly sourceOfFundsFile: string | null;
  readonly proofFile: string | null;
  /** Everything that came in, left, went back or bounced, in the order in which it was recorded. */
  readonly movements: readonly Movement[];
  /** How many further payments wait to go back. */
  readonly extras: number;
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly lapsesAt: Date | null;
  /** Until when the agreed price binds us; null for orders from before there were windows. */
  readonly priceHoldsUntil: Date | null;
  readonly claimedAt: Date | null;
  readonly receivedAt: Date | null;
  readonly closedAt: Date | null;
};

export type OrderRow = LineRow & {
  user_id: string;
  pay_out: PayOut;
  held: boolean;
  hold_reason: string | null;
  fee_percent: string;
  fee_amount_jmd: string;
  network_cost_jmd: string;
  price_usd_used: string;
  rate_used: string;
  market_rate: string | null;
  network: Network;
  wallet_address: string | null;
  destination_tag: bigint | null;
  sender_wallet_address: string | null;
  sender_wallet_type: string | null;
  company_wallet_address: string | null;
  company_wallet_tag: string | null;
  bank_name: string | null;
  account_number: string | null;
  account_holder_name: string | null;
  routing_number: string | null;
  purpose_of_transaction: string | null;
  source_of_funds: string | null;
  source_of_funds_file: string | null;
  proof_file: string | null;
  movements: MovementRow[];
  extras: number;
  receipt: Record<string, unknown>;
  lapses_at: Date | null;
  price_holds_until: Date | null;
  claimed_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
};

type Wallets = Pick<Order, 'walletAddress' | 'senderWalletAddress'> & { readonly movements?: Order['movements'] };

/**
 * The customer's wallet: where the coins go (buy) or come from (sell), which is what really sent them and, until that
 * is known, what was typed. Empty when a sell does not say.
 */
export const walletOf = (order: Wallets): string =>
  order.walletAddress ?? sentFrom(order) ?? order.senderWalletAddress ?? '';

const sentFrom = ({ movements = [] }: Wallets): string | null => ownPayIn({ movements })?.party.address ?? null;

export function readOrder(row: OrderRow): Order {
  const { status, pay_in: payIn, pay_out: payOut, held, lapsed } = row;
  return {
    ...readLine(row),
    ...partiesOf(row),
    userId: row.user_id,
    state: { status, payIn, payOut, held, lapsed },
    holdReason: row.hold_reason,
    feePercent: row.fee_percent,
    fee: jmd(minorUnits(row.fee_amount_jmd)),
    networkCost: jmd(minorUnits(row.network_cost_jmd)),
    priceUsd: row.price_usd_used,
    rate: row.rate_used,
    marketRate: row.market_rate,
    sourceOfFunds: row.source_of_funds,
    purpose: row.purpose_of_transaction,
    sourceOfFundsFile: row.source_of_funds_file,
    proofFile: row.proof_file,
    movements: row.movements.map(readMovement),
    extras: row.extras,
    receipt: row.receipt,
    lapsesAt: row.lapses_at,
    priceHoldsUntil: row.price_holds_until,
    claimedAt: row.claimed_at,
    receivedAt: row.received_at,
    closedAt: row.closed_at,
  };
}

/** Where coins and money come from and go to. */
const partiesOf = (row: OrderRow) => ({
  network: row.network,
  walletAddress: row.wallet_address,
  destinationTag: row.destination_tag?.toString() ?? null,
  senderWalletAddress: row.sender_wallet_address,
  senderWalletType: row.sender_wallet_type,
  companyWallet: row.company_wallet_address
    ? { address: row.company_wallet_address, tag: row.company_wallet_tag }
    : null,
  bank: row.bank_name
    ? {
        bankName: row.bank_name,
        accountNumber: row.account_number ?? '',
        accountHolderName: row.account_holder_name ?? '',
        routingNumber: row.routing_number ?? '',
      }
    : null,
});
