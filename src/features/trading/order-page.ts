import { call } from '@orpc/server';
import { formatBaseUnits } from '../../kernel/coins.ts';
import { escapeHtml } from '../../kernel/markup.ts';
import { formatMessage } from '../../kernel/message-template.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Context } from '../../platform/http/procedure.ts';
import { sessionToken } from '../../platform/http/session.ts';
import { formatDateTime } from '../../ui/format.ts';
import { formatWithUnit } from '../../ui/number-format.ts';
import { formatAmount } from '../ledger/amount.ts';
import type { ReceiptLine } from '../receipts/receipt.ts';
import { showReceipt } from './documents/receipt.ts';
import { showMyOrder } from './lifecycle/my-orders.ts';
import { orderWithoutScript as words } from './order-messages.ts';
import { getCalendar, type Track } from './screens/order/order-timeline.ts';
import type { ShownOrder } from './screens/order/shown-order.ts';
import { formatPromise, orderSummary } from './screens/order/shown-order.ts';

const address = /^\/orders\/([^/]+)$/;

const tag = (name: string, text: string, look = ''): string =>
  `<${name}${look && ` class="${look}"`}>${escapeHtml(text)}</${name}>`;
const rowHtml = ({ label, value }: Pick<ReceiptLine, 'label' | 'value'>): string =>
  `<div>${tag('dt', label)}${tag('dd', value, 'wrap-any')}</div>`;
const listHtml = (lines: readonly Pick<ReceiptLine, 'label' | 'value'>[]): string =>
  `<dl class="slip">${lines.map(rowHtml).join('')}</dl>`;
const sectionHtml = (title: string, inner: string): string => `<section>${tag('h2', title, 'ruled')}${inner}</section>`;

const stepHtml = ({ state, title, note }: Track['steps'][number]): string =>
  `<li class="${state}">${tag('b', title)} ${tag('span', words[state], 'sr')}${note ? tag('small', note) : ''}</li>`;
const trackHtml = ({ name, badge, steps }: Track): string =>
  `${tag('h3', `${name}: ${badge.text}`, 'under')}<ul class="way under">${steps.map(stepHtml).join('')}</ul>`;

function payHtml({ order, account, transfer }: ShownOrder): string {
  if (!account || order.payIn !== 'awaiting' || order.status !== 'pending') return '';
  const lines = [
    ['Reference (write exactly this)', order.transferReference],
    ['Account number', account.number],
    ['Account name', account.accountName],
    ['Bank and branch', `${account.bank}, ${account.branch}`],
    ['Account type', account.accountType],
    ['Amount', formatAmount(transfer)],
  ] as const;
  return sectionHtml(words.pay, listHtml(lines.map(([label, value]) => ({ label, value }))));
}

/** Renders the order page for browsers without JavaScript. Returns null unless the user owns the order. */
export async function renderOrderWithoutScript(context: Context, path: string): Promise<string | null> {
  const orderId = address.exec(path)?.[1];
  if (!orderId || !isUuid(orderId) || sessionToken(context.request, context.services.config) === null) return null;
  try {
    const shown = await call(showMyOrder, { orderId }, { context });
    const receipt = await call(showReceipt, { orderId }, { context });
    const { order } = shown;
    const now = context.services.clock();
    const promise = formatPromise(shown);
    const placed = formatMessage(words.placed, { reference: order.reference, moment: formatDateTime(order.placedAt) });
    const coins = formatWithUnit(formatBaseUnits(order.coins), order.coins.symbol);
    const head =
      `<div class="head">${tag('h1', `${orderSummary(order)} ${coins}`)}` +
      `${tag('p', placed, 'num')}${promise ? tag('p', `${promise.title}: ${promise.text}`, 'b') : ''}</div>`;
    const parts = receipt.parts.map(({ title, lines }) => sectionHtml(title, listHtml(lines))).join('');
    const paper = `<p><a class="link" href="/api/receipts/${order.id}.pdf">${escapeHtml(words.receipt)}</a></p>`;
    const tracks = sectionHtml(words.where, getCalendar(shown, now).tracks.map(trackHtml).join(''));
    const read = tag('p', formatMessage(words.read, { moment: formatDateTime(now) }), 'ink-2');
    const left = `<div class="stack">${read}${payHtml(shown)}${tracks}</div>`;
    const right = `<aside class="stack">${parts}${paper}</aside>`;
    return `<div class="wrap">${head}<div class="order">${left}${right}</div></div>`;
  } catch {
    return null;
  }
}
