import { sql } from 'kysely';
import { baseUnits, type Coins } from '../../../kernel/coins.ts';
import { type Currency, jmd, type Money, minorUnits, money } from '../../../kernel/money.ts';
import { type AssetSymbol, assets } from '../../coins/assets.ts';
import type { Network } from '../../coins/networks.ts';
import { type Movement, type MovementRow, readMovement } from '../../movements/movement.ts';
import type { OrderState, OrderStatus, PayIn, PayMethod, PayOut, Side } from './order.ts';
import { ownPayIn } from './order-balance.ts';

/** An order as its customer's list shows it. `fiat` is what they pay (buy) or are paid (sell). */
export type ListedOrder = {
  readonly id: string;
  readonly reference: string;
  readonly side: Side;
  readonly status: OrderStatus;
  readonly payIn: PayIn;
  readonly paymentMethod: PayMethod;
  readonly lapsed: boolean;
  readonly coins: Coins;
  readonly fiat: Money;
  readonly placedAt: Date;
  /** Until when the customer may choose about a worse price; null where nothing is asked. */
  readonly chooseUntil: Date | null;
};

/** The same with the whole order in J$ and what is left of it after the fee. */
export type OrderLine = ListedOrder & { readonly gross: Money; readonly net: Money };

/** A row names things as the order does, but for what it holds as text. */
export type ListedRow = Omit<ListedOrder, 'coins' | 'fiat'> & {
  crypto_symbol: AssetSymbol;
  crypto_amount: string;
  fiat_currency: Currency;
  fiat_amount: string;
};
export type LineRow = ListedRow & { jmd_amount: string; net_jmd_amount: string };

export const listedColumns = sql`t.id, t.reference, t.type side, t.status, t.pay_in "payIn",
  t.payment_method "paymentMethod", t.lapsed, t.crypto_symbol, t.crypto_amount, t.fiat_currency, t.fiat_amount, t.created_at "placedAt", t.choose_until "chooseUntil"`;
export const lineColumns = sql`${listedColumns}, t.jmd_amount, t.net_jmd_amount`;

const jmdOf = (amount: string): Money => jmd(minorUnits(amount));

function coinsOf(symbol: AssetSymbol, amount: string): Coins {
  const { decimals } = assets[symbol];
  return { symbol, base: baseUnits(amount, decimals), decimals };
}

/** What else stands in the row stays in it. */
export function readListed<More>(row: ListedRow & More) {
  const { crypto_symbol, crypto_amount, fiat_currency, fiat_amount, ...told } = row;
  const coins = coinsOf(crypto_symbol, crypto_amount);
  return { ...told, coins, fiat: money(fiat_currency, minorUnits(fiat_amount)) };
}

/** The same with the two sums in J$. */
export function readLine<More>({ jmd_amount, net_jmd_amount, ...row }: LineRow & More) {
  return { ...readListed(row), gross: jmdOf(jmd_amount), net: jmdOf(net_jmd_amount) };
}

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
  /** Until when it may be called off and nothing of it leaves, where a published warning named its wallet. */
  readonly coolsUntil: Date | null;
};

/** What an order holds as its row does. */
type StoredFields = Omit<Order, keyof OrderLine | 'state' | 'fee' | 'networkCost' | 'movements'>;

export type OrderRow = LineRow &
  StoredFields & {
    payOut: PayOut;
    held: boolean;
    fee_amount_jmd: string;
    network_cost_jmd: string;
    movements: MovementRow[];
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
  const { payOut, held, fee_amount_jmd, network_cost_jmd, movements, ...line } = row;
  const { status, payIn, lapsed } = row;
  return {
    ...readLine(line),
    state: { status, payIn, payOut, held, lapsed },
    fee: jmdOf(fee_amount_jmd),
    networkCost: jmdOf(network_cost_jmd),
    movements: movements.map(readMovement),
  };
}
