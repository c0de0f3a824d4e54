import { orderReasons } from '../../src/features/trading/order/reasons.ts';
import type { Answer } from '../worker.ts';
import type { World } from './world.ts';

/** Words of suspicion, and what the desk calls a hold: none of them is for a customer, in an answer or a letter. */
const holds = orderReasons.hold.map(({ code }) => code);
const words = [
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
  `\\b(${[...words, 'hold_?reason', 'screened', 'listed', 'joined', ...holds].join('|')})\\b`,
  'i',
);

/** What the specification says to whoever names a listed wallet [001 §4]. */
const spoken = ['trading.wallet_blocked', 'trading.transaction_blocked'];

function refuseWords(where: string, text: string): void {
  const found = telltale.exec(text);
  if (found)
    throw new Error(`${where} tells of '${found[0]}': ${text.slice(Math.max(0, found.index - 80), found.index + 80)}`);
}

/** Insists that an answer to a customer tells no suspicion; passes it on. */
export function refuseSecrets<T>(path: string, answer: Answer<T>): Answer<T> {
  const { code } = answer.body as { code?: string };
  if (spoken.includes(code ?? '')) return answer;
  // The part of a limit that waits for its money has this name too (decision C4).
  refuseWords(path, JSON.stringify(answer.body).replaceAll('"held":{', '{'));
  return answer;
}

/** Everything that both customers can read, as one text, with the letters that are on their way to them. */
export async function seenByCustomers({ players, orders, byPlayer, server }: World): Promise<string> {
  const pages = players.flatMap((player) => [
    ...['trading/list', 'trading/counts', 'trading/limits'].map((path) => byPlayer(player, path, {})),
    ...orders
      .filter(({ of }) => of.id === player.id)
      .map(({ id }) => byPlayer(player, 'trading/show', { orderId: id })),
  ]);
  const letters = server.owner.query(`select count(*)::int from pgboss.job where name like '%letter'`);
  const [seen, { rows }] = await Promise.all([Promise.all(pages), letters]);
  return JSON.stringify([seen.map(({ body }) => body), rows]);
}

/** Every letter goes to whom it is about, and tells no suspicion. */
export function refuseSecretMail({ mails }: World, addresses: readonly string[]): void {
  for (const { to, subject, text, html } of mails) {
    if (!addresses.includes(to)) throw new Error(`a letter to ${to}`);
    for (const part of [subject, text, html]) refuseWords(`a letter '${subject}'`, part);
  }
}
