import { atHour, jamaicaDay } from '../../../kernel/calendar.ts';
import type { CryptoAmount } from '../../../kernel/coins.ts';
import { decimal } from '../../../kernel/decimal.ts';
import { add, exchangeBack, formatMinorUnits, jmd, type Money, usd } from '../../../kernel/money.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { formatCode } from '../../learning/certificates/certificate.ts';
import { formatAmount } from '../../ledger/amount.ts';
import {
  buildParties,
  createLine,
  type Receipt,
  type ReceiptPart,
  type ReceiptParties,
  receiptNotes,
} from '../../receipts/receipt.ts';
import type { Side } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { getUsdAtExecution, orderReceiptNotes } from './receipt-lines.ts';
import { formatJmd, formatUsd, getStatementPath, type StatementTotals } from './statement-totals.ts';

export type StatementOrder = Pick<
  Order,
  'side' | 'coins' | 'fiat' | 'gross' | 'net' | 'fee' | 'networkCost' | 'rate'
> & { readonly isDemo: boolean };

/** A calendar year in Jamaica. `until` is exclusive. `hasEnded` compares with the time of the request. */
export type StatementYear = {
  readonly year: number;
  readonly from: Date;
  readonly until: Date;
  readonly hasEnded: boolean;
};

export function parseStatementYear(
  text: string,
  now: Date,
): StatementYear | 'trading.statement_year' | 'trading.statement_future' {
  if (!/^20\d\d$/.test(text)) return 'trading.statement_year';
  const thisYear = jamaicaDay(now).slice(0, 4);
  if (text > thisYear) return 'trading.statement_future';
  const year = Number(text);
  return { year, from: atHour(`${year}-01-01`, 0), until: atHour(`${year + 1}-01-01`, 0), hasEnded: text < thisYear };
}

type Deal = { readonly coins: CryptoAmount; readonly jmd: Money; readonly usd: Money };
type Deals = Readonly<Record<Side, readonly Deal[]>>;

/** Converts at the rate of the order, rounded down to the cent as in receipts. */
const toUsd = (amount: Money, { rate }: StatementOrder): Money =>
  exchangeBack(amount, { rate: decimal(rate), to: 'USD', rounding: 'down' });

/** Amount that the customer paid for a purchase, or received for a sale. */
const getDeal = (order: StatementOrder): Deal =>
  order.side === 'buy'
    ? { coins: order.coins, jmd: order.gross, usd: getUsdAtExecution(order) }
    : { coins: order.coins, jmd: order.net, usd: toUsd(order.net, order) };

const addDeals = (a: Deal, b: Deal): Deal => ({
  coins: { ...a.coins, base: a.coins.base + b.coins.base },
  jmd: add(a.jmd, b.jmd),
  usd: add(a.usd, b.usd),
});

const sumByCoin = (deals: readonly Deal[]): Deal[] =>
  [...Map.groupBy(deals, ({ coins }) => coins.symbol)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, ofCoin]) => ofCoin.reduce(addDeals));

const sumJmd = (amounts: readonly Money[]): string => formatMinorUnits(amounts.reduce(add, jmd(0n)).minor);
const sumUsd = (amounts: readonly Money[]): string => formatMinorUnits(amounts.reduce(add, usd(0n)).minor);

/** Sums completed orders: each coin by side, and the totals. Fees include network fees. */
export function sumYear(
  orders: readonly StatementOrder[],
  { hasEnded }: Pick<StatementYear, 'hasEnded'>,
): { deals: Deals; totals: StatementTotals } {
  const getDeals = (side: Side) => orders.filter((order) => order.side === side).map(getDeal);
  const [bought, sold] = [getDeals('buy'), getDeals('sell')];
  const getFees = (order: StatementOrder) => add(order.fee, order.networkCost);
  const totals: StatementTotals = {
    orders: orders.length,
    boughtJmd: sumJmd(bought.map((deal) => deal.jmd)),
    boughtUsd: sumUsd(bought.map((deal) => deal.usd)),
    soldJmd: sumJmd(sold.map((deal) => deal.jmd)),
    soldUsd: sumUsd(sold.map((deal) => deal.usd)),
    feesJmd: sumJmd(orders.map(getFees)),
    feesUsd: sumUsd(orders.map((order) => toUsd(getFees(order), order))),
    isWholeYear: hasEnded,
    isDemo: orders.some(({ isDemo }) => isDemo),
  };
  return { deals: { buy: sumByCoin(bought), sell: sumByCoin(sold) }, totals };
}

export const statementNotes = {
  usd: 'Amounts in US$ use the rate of each order, rounded down to the cent.',
  fees: 'Fees include network fees. They are part of what you paid, and already taken off what you received.',
  scope: 'Covers completed orders by the day they closed. Subscriptions, courses and workshops are not included.',
  unfinished: 'Issued before the year ended. Later orders are not included.',
  check: 'Our check page is the proof of this statement. Compare the totals there with the totals here.',
} as const;

const formatDeals = (title: string, deals: readonly Deal[]): ReceiptPart => ({
  title,
  lines:
    deals.length === 0
      ? [createLine('Coins', 'None')]
      : deals.map(({ coins, jmd: inJmd, usd: inUsd }) =>
          createLine(coins.symbol, `${formatAmount(coins)} for ${formatAmount(inJmd)} (${formatAmount(inUsd)})`),
        ),
});

type IssuedStatement = {
  readonly year: number;
  readonly code: string;
  readonly issuedAt: Date;
  readonly deals: Deals;
  readonly totals: StatementTotals;
  readonly origin: string;
};

/** Builds the PDF content. The issue date is that of the stored statement, as on the check page. */
export function buildYearStatement(statement: IssuedStatement, parties: ReceiptParties): Receipt {
  const { year, code, issuedAt, deals, totals, origin } = statement;
  const url = `${origin}${getStatementPath(code)}`;
  return {
    kind: 'Year statement',
    reference: String(year),
    heading: 'Crypto you bought and sold',
    issued: formatDateTime(issuedAt, { year: true }),
    parties: buildParties(parties),
    parts: [
      {
        title: 'Totals in J$',
        lines: [
          createLine('You paid', formatJmd(totals.boughtJmd)),
          createLine('You received', formatJmd(totals.soldJmd)),
          createLine('Fees', formatJmd(totals.feesJmd)),
        ],
      },
      formatDeals('Bought', deals.buy),
      {
        title: 'Totals in US$',
        lines: [
          createLine('You paid', formatUsd(totals.boughtUsd)),
          createLine('You received', formatUsd(totals.soldUsd)),
          createLine('Fees', formatUsd(totals.feesUsd)),
        ],
      },
      formatDeals('Sold', deals.sell),
    ],
    ticket: {
      part: {
        title: 'Check this statement',
        lines: [
          createLine('Code', formatCode(code), 'code'),
          createLine('Check page', new URL('/statements', origin).href),
          createLine('Completed orders', String(totals.orders)),
          createLine('Period', `1 January to 31 December ${year}`),
        ],
      },
      code: url,
    },
    notes: [
      ...(totals.isDemo ? [orderReceiptNotes.demo] : []),
      ...(totals.isWholeYear ? [] : [statementNotes.unfinished]),
      statementNotes.scope,
      statementNotes.usd,
      statementNotes.fees,
      receiptNotes.times,
      statementNotes.check,
    ],
  };
}
