import { orderReasons } from '../../src/features/trading/order/reasons.ts';
import type { Answer } from '../worker.ts';
import type { World } from './world.ts';

const holds = orderReasons.hold.map(({ code }) => code);
const patterns = [
  'suspicio\\w*',
  'sanction\\w*',
  'freez\\w*',
  'froze\\w*',
  'held',
  'on hold',
  'compliance',
  'a case',
  'alert\\w*',
];
const telltale = new RegExp(
  `\\b(${[...patterns, 'hold_?reason', 'screened', 'listed', 'joined', ...holds].join('|')})\\b`,
  'i',
);

/** Texts for listed wallets [001 §4]. */
const allowedMessages = ['trading.wallet_blocked', 'trading.transaction_blocked'];

function assertNoHints(where: string, text: string): void {
  const found = telltale.exec(text);
  if (found)
    throw new Error(`${where} reveals '${found[0]}': ${text.slice(Math.max(0, found.index - 80), found.index + 80)}`);
}

export function assertNoSecrets<T>(path: string, answer: Answer<T>): Answer<T> {
  const { code } = answer.body as { code?: string };
  if (allowedMessages.includes(code ?? '')) return answer;
  // The reserved part of a limit has this name too (decision C4).
  assertNoHints(path, JSON.stringify(answer.body).replaceAll('"held":{', '{'));
  return answer;
}

export async function readCustomerView({ players, orders, callAsCustomer, server }: World): Promise<string> {
  const pages = players.flatMap((player) => [
    ...['trading/list', 'trading/counts', 'trading/limits'].map((path) => callAsCustomer(player, path, {})),
    ...orders
      .filter(({ customer }) => customer.id === player.id)
      .map(({ id }) => callAsCustomer(player, 'trading/show', { orderId: id })),
  ]);
  const letters = server.owner.query(`select count(*)::int from pgboss.job where name like '%letter'`);
  const [seen, { rows }] = await Promise.all([Promise.all(pages), letters]);
  return JSON.stringify([seen.map(({ body }) => body), rows]);
}

export function assertNoSecretMail({ mails }: World, addresses: readonly string[]): void {
  for (const { to, subject, text, html } of mails) {
    if (!addresses.includes(to)) throw new Error(`an email was sent to ${to}`);
    for (const part of [subject, text, html]) assertNoHints(`a letter '${subject}'`, part);
  }
}
