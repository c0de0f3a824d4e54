import { sql } from 'kysely';
import { type CryptoAmount, parseBaseUnits } from '../../../kernel/coins.ts';
import { type Currency, jmd, type Money, money, parseMinorUnits } from '../../../kernel/money.ts';
import { type AssetSymbol, assets } from '../../assets/assets.ts';
import type { Network } from '../../assets/networks.ts';
import { readDiscount, type StoredDiscount } from '../../discounts/discount.ts';
import type { Discount } from '../../discounts/format-discount.ts';
import { type Movement, type MovementRow, parseMovement } from '../../ledger/movement.ts';
import type { OrderState, OrderStatus, PayIn, PayMethod, PayOut, Side } from './order.ts';

export type ListedOrder = {
  readonly id: string;
  readonly reference: string;
  readonly side: Side;
  readonly status: OrderStatus;
  readonly payIn: PayIn;
  readonly paymentMethod: PayMethod;
  readonly lapsed: boolean;
  readonly coins: CryptoAmount;
  readonly fiat: Money;
  readonly placedAt: Date;
  readonly chooseUntil: Date | null;
};

export type OrderSummary = ListedOrder & { readonly gross: Money; readonly net: Money };

export type ListedRow = Omit<ListedOrder, 'coins' | 'fiat'> & {
  crypto_symbol: AssetSymbol;
  crypto_amount: string;
  fiat_currency: Currency;
  fiat_amount: string;
};
export type SummaryRow = ListedRow & { jmd_amount: string; net_jmd_amount: string };

export const listedColumns = sql`t.id, t.reference, t.type side, t.status, t.pay_in "payIn",
  t.payment_method "paymentMethod", t.lapsed, t.crypto_symbol, t.crypto_amount, t.fiat_currency, t.fiat_amount, t.created_at "placedAt", t.reprice_choice_until "chooseUntil"`;
export const summaryColumns = sql`${listedColumns}, t.jmd_amount, t.net_jmd_amount`;

const parseJmd = (amount: string): Money => jmd(parseMinorUnits(amount));

function toCoins(symbol: AssetSymbol, amount: string): CryptoAmount {
  const { decimals } = assets[symbol];
  return { symbol, base: parseBaseUnits(amount, decimals), decimals };
}

export function readListed<More>(row: ListedRow & More) {
  const { crypto_symbol, crypto_amount, fiat_currency, fiat_amount, ...rest } = row;
  const coins = toCoins(crypto_symbol, crypto_amount);
  return { ...rest, coins, fiat: money(fiat_currency, parseMinorUnits(fiat_amount)) };
}

export function readSummary<More>({ jmd_amount, net_jmd_amount, ...row }: SummaryRow & More) {
  return { ...readListed(row), gross: parseJmd(jmd_amount), net: parseJmd(net_jmd_amount) };
}

export type Order = OrderSummary & {
  /** Reference of the recurring buy, which its transfers carry instead of the order's reference. */
  readonly paymentReference: string | null;
  /** The one that a bank transfer carries. */
  readonly transferReference: string;
  readonly userId: string;
  readonly state: OrderState;
  readonly holdReason: string | null;
  readonly feePercent: string;
  readonly fee: Money;
  readonly discount: Discount | null;
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
  readonly movements: readonly Movement[];
  readonly extras: number;
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly lapsesAt: Date | null;
  /** End of the price window. Null for orders from before price windows existed. */
  readonly priceHoldsUntil: Date | null;
  readonly claimedAt: Date | null;
  readonly receivedAt: Date | null;
  readonly closedAt: Date | null;
  readonly coolsUntil: Date | null;
};

type StoredFields = Omit<Order, keyof OrderSummary | 'state' | 'fee' | 'discount' | 'networkCost' | 'movements'>;

export type OrderRow = SummaryRow &
  StoredFields & {
    payOut: PayOut;
    held: boolean;
    fee_amount_jmd: string;
    discount: StoredDiscount | null;
    network_cost_jmd: string;
    movements: MovementRow[];
  };

export function readOrder(row: OrderRow): Order {
  const { payOut, held, fee_amount_jmd, network_cost_jmd, movements, ...summary } = row;
  const { status, payIn, lapsed } = row;
  return {
    ...readSummary(summary),
    state: { status, payIn, payOut, held, lapsed },
    fee: parseJmd(fee_amount_jmd),
    discount: readDiscount(row.discount),
    networkCost: parseJmd(network_cost_jmd),
    movements: movements.map(parseMovement),
  };
}
