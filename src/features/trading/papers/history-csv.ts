import { after, hours } from '../../../kernel/clock.ts';
import { coinsText } from '../../../kernel/coins.ts';
import { csvMark, csvRow as row } from '../../../kernel/csv.ts';
import { moneyText } from '../../../kernel/money.ts';
import { networkLabel } from '../../coins/networks.ts';
import { amountPlain, assetOf } from '../../movements/amount.ts';
import type { Movement } from '../../movements/movement.ts';
import { dueOf } from '../../payments/fit.ts';
import { mahoniRail } from '../../payments/mahoni.ts';
import { stateWord } from '../../payments/state-word.ts';
import type { Payment } from '../../payments/store.ts';
import { wentBackOf } from '../../payments/went-back.ts';
import { balanceOfLines } from '../../receipts/receipt.ts';
import { balanceOf, ownPayIn, payOutLine, returns } from '../order/order-balance.ts';
import { type Order, walletOf } from '../order/order-row.ts';
import { usdAtExecution } from './receipt-lines.ts';

/** Whatever has no such thing leaves its cell empty. */
const none = () => '';

type Column = readonly [name: string, read: (order: Order) => string, readPayment: (payment: Payment) => string];
/** The columns, in the order of the file, and where each comes from. Amounts are plain: no marks, no commas. */
const columns: readonly Column[] = [
  ['Reference', (o) => o.reference, (p) => p.reference],
  ['Type', (o) => o.side, (p) => p.payable],
  ['Status', (o) => o.status, (p) => stateWord({ ...p, wentBack: wentBackOf(p) }).toLowerCase()],
  ['Placed (UTC)', (o) => o.placedAt.toISOString(), (p) => p.begunAt.toISOString()],
  ['Placed (Jamaica)', (o) => jamaicanTime(o.placedAt), (p) => jamaicanTime(p.begunAt)],
  ['Closed (UTC)', (o) => o.closedAt?.toISOString() ?? '', (p) => p.closedAt?.toISOString() ?? ''],
  [
    'Closed (Jamaica)',
    (o) => (o.closedAt ? jamaicanTime(o.closedAt) : ''),
    (p) => (p.closedAt ? jamaicanTime(p.closedAt) : ''),
  ],
  ['Asset', (o) => o.coins.symbol, (p) => (p.coins ? p.coins.amount.symbol : '')],
  ['Coins', (o) => coinsText(o.coins), (p) => (p.coins ? coinsText(p.coins.amount) : '')],
  ['Currency', (o) => o.fiat.currency, (p) => p.amount.currency],
  ['Amount in currency', (o) => moneyText(o.fiat.minor), (p) => moneyText(p.amount.minor)],
  ['Amount J$', (o) => moneyText(o.gross.minor), (p) => moneyText(p.amount.minor)],
  ['Amount US$', (o) => moneyText(usdAtExecution(o).minor), none],
  ['Fee %', (o) => o.feePercent, () => '0.00'],
  ['Fee J$', (o) => moneyText(o.fee.minor), () => '0.00'],
  ['Net J$', (o) => moneyText(o.net.minor), (p) => moneyText(p.amount.minor)],
  ['Price US$ per coin', (o) => o.priceUsd, (p) => p.coins?.priceUsd ?? ''],
  ['Rate J$ per US$', (o) => o.rate, (p) => p.coins?.rate ?? ''],
  [
    'Network',
    (o) => networkLabel(o.coins.symbol as Parameters<typeof networkLabel>[0], o.network),
    (p) => (p.coins ? networkLabel('MHI', mahoniRail) : ''),
  ],
  ['Wallet', walletOf, (p) => p.sender?.address ?? ''],
  ['Payout reference', (o) => payOutLine(o)?.reference ?? '', none],
  ['Received', (o) => amountPlain(balanceOf(o).arrived), (p) => amountPlain(moneyOf(p).arrived)],
  ['Received under', (o) => ownPayIn(o)?.reference ?? '', (p) => list(linesOf(p, 'in'))],
  ['Sent back', (o) => amountPlain(balanceOf(o).returned), (p) => amountPlain(moneyOf(p).returned)],
  ['Sent back under', (o) => list(returns(o)), (p) => list(linesOf(p, 'back'))],
  ['Kept', (o) => amountPlain(balanceOf(o).kept), (p) => amountPlain(moneyOf(p).kept)],
  ['Sent', (o) => amountPlain(balanceOf(o).sent), none],
  ['In, kept and back in', (o) => assetOf(balanceOf(o).asked), (p) => assetOf(dueOf(p))],
  ['Sent in', (o) => assetOf(balanceOf(o).owed), none],
  ['For', none, (p) => p.title],
];

const moneyOf = (payment: Payment) => balanceOfLines(dueOf(payment), payment.movements);
const linesOf = ({ movements }: Payment, kind: 'in' | 'back') =>
  movements.filter(({ direction }) => direction === kind);

const list = (lines: readonly Movement[]): string => lines.map(({ reference }) => reference ?? '').join(' ');

/** `2026-11-20 10:14:05`, the clock of Jamaica, which is five hours behind UTC all year. */
const jamaicanTime = (moment: Date): string => after(moment, -hours(5)).toISOString().slice(0, 19).replace('T', ' ');

/** The first line, after the mark that tells spreadsheets that the file is UTF-8. */
export const csvHead = (): string => `${csvMark}${row(columns.map(([name]) => name))}`;

/** A line for each order. */
export const csvLines = (orders: readonly Order[]): string =>
  orders.map((order) => row(columns.map(([, read]) => read(order)))).join('');

/** A line for each payment of whatever else was bought. */
export const paymentCsvLines = (payments: readonly Payment[]): string =>
  payments.map((payment) => row(columns.map(([, , read]) => read(payment)))).join('');
