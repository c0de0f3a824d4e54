import { call } from '@orpc/server';
import { coinsText } from '../../kernel/coins.ts';
import { isUuid } from '../../kernel/ids.ts';
import { escaped } from '../../kernel/markup.ts';
import { worded } from '../../kernel/worded.ts';
import type { Context } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import { withUnit } from '../../ui/figures.ts';
import { momentText } from '../../ui/format.ts';
import { amountWords } from '../movements/amount.ts';
import type { ReceiptLine } from '../receipts/receipt.ts';
import { showOwn } from './moving/own-orders.ts';
import { orderWithoutScript as words } from './order-messages.ts';
import { showReceipt } from './papers/receipt.ts';
import { calendarOf, type Track } from './screens/order/lanes.ts';
import { deedOf, promiseWords } from './screens/order/promise-words.ts';
import type { ShownOrder } from './screens/order/shown-order.ts';

const address = /^\/orders\/([^/]+)$/;

/** Drawn by hand: the server reads no markup of React, and this is plain text and lists. */
const tag = (name: string, text: string, look = ''): string =>
  `<${name}${look && ` class="${look}"`}>${escaped(text)}</${name}>`;
const rowHtml = ({ label, value }: Pick<ReceiptLine, 'label' | 'value'>): string =>
  `<div>${tag('dt', label)}${tag('dd', value, 'wrap-any')}</div>`;
const slip = (lines: readonly Pick<ReceiptLine, 'label' | 'value'>[]): string =>
  `<dl class="slip">${lines.map(rowHtml).join('')}</dl>`;
const part = (title: string, inner: string): string => `<section>${tag('h2', title, 'ruled')}${inner}</section>`;

const stepHtml = ({ state, title, note }: Track['steps'][number]): string =>
  `<li class="${state}">${tag('b', title)} ${tag('span', words[state], 'sr')}${note ? tag('small', note) : ''}</li>`;
const trackHtml = ({ name, badge, steps }: Track): string =>
  `${tag('h3', `${name}: ${badge.text}`, 'under')}<ul class="way under">${steps.map(stepHtml).join('')}</ul>`;

function payHtml({ order, account, transfer }: ShownOrder): string {
  if (!account || order.payIn !== 'awaiting' || order.status !== 'pending') return '';
  const lines = [
    ['Reference, write exactly this', order.reference],
    ['Account number', account.number],
    ['Account name', account.accountName],
    ['Bank and branch', `${account.bank}, ${account.branch}`],
    ['Account type', account.accountType],
    ['Amount', amountWords(transfer)],
  ] as const;
  return part(words.pay, slip(lines.map(([label, value]) => ({ label, value }))));
}

/**
 * An order as its customer reads it where no script runs: what was promised, where to pay, how far it is, what was
 * agreed and what moved. Null for everybody else, who gets the page as it is.
 */
export async function orderUnscripted(context: Context, path: string): Promise<string | null> {
  const orderId = address.exec(path)?.[1];
  if (!orderId || !isUuid(orderId) || sessionToken(context.request, context.services.config) === null) return null;
  try {
    const shown = await call(showOwn, { orderId }, { context });
    const receipt = await call(showReceipt, { orderId }, { context });
    const { order } = shown;
    const now = context.services.clock();
    const promise = promiseWords(shown);
    const placed = worded(words.placed, { reference: order.reference, moment: momentText(order.placedAt) });
    const head =
      `<div class="head">${tag('h1', `${deedOf(order)} ${withUnit(coinsText(order.coins), order.coins.symbol)}`)}` +
      `${tag('p', placed, 'num')}${promise ? tag('p', `${promise.title}: ${promise.text}`, 'b') : ''}</div>`;
    const parts = receipt.parts.map(({ title, lines }) => part(title, slip(lines))).join('');
    const paper = `<p><a class="link" href="/api/receipts/${order.id}.pdf">${escaped(words.receipt)}</a></p>`;
    const tracks = part(words.where, calendarOf(shown, now).tracks.map(trackHtml).join(''));
    const read = tag('p', worded(words.read, { moment: momentText(now) }), 'ink-2');
    const left = `<div class="stack">${read}${payHtml(shown)}${tracks}</div>`;
    const right = `<aside class="stack">${parts}${paper}</aside>`;
    return `<div class="wrap">${head}<div class="order">${left}${right}</div></div>`;
  } catch {
    // What they may not read, or not now, the page does not tell.
    return null;
  }
}
