import { after, hours } from '../../../kernel/clock.ts';
import { coinsText } from '../../../kernel/coins.ts';
import { moneyText } from '../../../kernel/money.ts';
import { networkLabel } from '../coins/networks.ts';
import { amountPlain, assetOf } from '../movements/amount.ts';
import type { Movement } from '../movements/movement.ts';
import { balanceOf, ownPayIn, payOutLine, returns } from '../order/order-balance.ts';
import { type Order, walletOf } from '../order/order-row.ts';
import { usdAtExecution } from './receipt-lines.ts';

/** The columns, in the order of the file, and where each comes from. Amounts are plain: no marks, no commas. */
const columns: readonly (readonly [name: string, read: (order: Order) => string])[] = [
  ['Reference', (o) => o.reference],
  ['Type', (o) => o.side],
  ['Status', (o) => o.status],
  ['Placed (UTC)', (o) => o.placedAt.toISOString()],
  ['Placed (Jamaica)', (o) => jamaicanTime(o.placedAt)],
  ['Closed (UTC)', (o) => o.closedAt?.toISOString() ?? ''],
  ['Closed (Jamaica)', (o) => (o.closedAt ? jamaicanTime(o.closedAt) : '')],
  ['Asset', (o) => o.coins.symbol],
  ['Coins', (o) => coinsText(o.coins)],
  ['Currency', (o) => o.fiat.currency],
  ['Amount in currency', (o) => moneyText(o.fiat.minor)],
  ['Amount J$', (o) => moneyText(o.gross.minor)],
  ['Amount US$', (o) => moneyText(usdAtExecution(o).minor)],
  ['Fee %', (o) => o.feePercent],
  ['Fee J$', (o) => moneyText(o.fee.minor)],
  ['Net J$', (o) => moneyText(o.net.minor)],
  ['Price US$ per coin', (o) => o.priceUsd],
  ['Rate J$ per US$', (o) => o.rate],
  ['Network', (o) => networkLabel(o.coins.symbol as Parameters<typeof networkLabel>[0], o.network)],
  ['Wallet', walletOf],
  ['Payout reference', (o) => payOutLine(o)?.reference ?? ''],
  ['Received', (o) => amountPlain(balanceOf(o).arrived)],
  ['Received under', (o) => ownPayIn(o)?.reference ?? ''],
  ['Sent back', (o) => amountPlain(balanceOf(o).returned)],
  ['Sent back under', (o) => list(returns(o))],
  ['Kept', (o) => amountPlain(balanceOf(o).kept)],
  ['Sent', (o) => amountPlain(balanceOf(o).sent)],
  ['In, kept and back in', (o) => assetOf(balanceOf(o).asked)],
  ['Sent in', (o) => assetOf(balanceOf(o).owed)],
];

const list = (lines: readonly Movement[]): string => lines.map(({ reference }) => reference ?? '').join(' ');

/** `2026-11-20 10:14:05`, the clock of Jamaica, which is five hours behind UTC all year. */
const jamaicanTime = (moment: Date): string => after(moment, -hours(5)).toISOString().slice(0, 19).replace('T', ' ');

/**
 * One cell by RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front: what
 * customers typed must not run on the machine of whoever opens the file.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The first line, after the mark that tells spreadsheets that the file is UTF-8. */
export const csvHead = (): string => `\uFEFF${row(columns.map(([name]) => name))}`;

/** A line for each order. */
export const csvLines = (orders: readonly Order[]): string =>
  orders.map((order) => row(columns.map(([, read]) => read(order)))).join('');
