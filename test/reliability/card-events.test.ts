import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { sandboxSecret } from '../../src/features/cards/sandbox-gateway.ts';
import { signature } from '../../src/platform/signed.ts';
import { sandboxSays } from '../cards.ts';
import { call, signedIn } from './customer.ts';
import { freePort } from './free-port.ts';
import { until } from './patience.ts';
import { dataFolder, postmaster, start } from './product.ts';

/** A provider tells of charges while the product is killed again and again: each takes effect, and once. */
const port = await freePort();
const origin = `http://localhost:${port}`;
const authSecret = 'a secret of this test alone, long enough for it';
const dataDir = dataFolder();
const env = { MODE: 'demo', DATA_DIR: dataDir, PORT: String(port), AUTH_SECRET: authSecret };
const key = sandboxSecret({ authSecret }, 'hook');

/** Tells of it until it is taken, as providers do: how often that was. */
async function tell(said: object): Promise<number> {
  const body = JSON.stringify(said);
  for (let tries = 1; ; tries++) {
    const at = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'sandbox-signature': `t=${at},v1=${signature(key, at, Buffer.from(body))}`,
    };
    const sent = { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) };
    const answer = await fetch(`${origin}/api/hooks/card/sandbox`, sent).catch(() => null);
    if (answer?.status === 200) return tries;
    if (answer && answer.status < 500) throw new Error(`refused: ${answer.status}`);
    await sleep(50);
  }
}

/** A month of a plan that somebody is to pay by card. */
async function planOf(name: string): Promise<string> {
  const door = { origin, cookie: await signedIn(origin, name) };
  const wish = { key: randomUUID(), plan: 'personal', method: 'card', price: 6000 };
  const { body } = await call<{ paymentId: string }>(door, 'subscriptions/subscribe', wish);
  const { status } = await call(door, 'cards/start', { kind: 'payment', id: body.paymentId });
  if (status !== 200) throw new Error(`${name} has no page to pay on`);
  return body.paymentId;
}

/** What waits has waited for 20 s, and the next full minute brings its look, as the timetable has it. */
const timeGoesBy = `
  with waits as (update card_events set received_at = received_at - interval '21 s' where became is null)
  insert into pgboss.job (name)
    select name from pgboss.schedule where name = 'cards.reconcile' and cron = '* * * * *'`;

test('killed between hearing of a charge and acting on it, the product loses none and acts on none twice', async () => {
  let product = await start(env);
  const plans = [await planOf('newcomer'), await planOf('visitor')];
  const charges = [
    ...plans.map((id) => sandboxSays(id)),
    // Of nothing that we know: each is a line of unassigned money.
    ...Array.from({ length: 120 }, () => sandboxSays(randomUUID())),
  ];
  let next = 0;
  const teller = async () => {
    let tries = 0;
    for (let one = charges[next++]; one; one = charges[next++]) {
      tries += await tell(one);
      await sleep(30);
    }
    return tries;
  };
  const telling = Promise.all([teller(), teller(), teller()]);
  telling.catch(() => undefined);
  for (let blow = 0; blow < 3; blow++) {
    await sleep(randomInt(150, 600));
    await product.end('SIGKILL');
    product = await start(env);
  }
  const tries = (await telling).reduce((sum, of) => sum + of, 0);
  expect(tries).toBeGreaterThan(charges.length);

  const database = new pg.Client(`postgres://postgres@127.0.0.1:${postmaster(dataDir)?.port}/postgres`);
  database.on('error', () => undefined);
  await database.connect();
  const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await database.query<T>(text, values)).rows;
  const numbers = charges.map(({ transaction }) => `sandbox:${transaction}`);
  const open = 'select from card_events where became is null';
  // A look each minute finds what is older than 20 s; a kill may take one look with it. Here time goes by at once.
  let asked = 0;
  const isActedOn = async () => {
    const left = await rows(open);
    if (left.length > 0 && asked++ % 20 === 0) await rows(timeGoesBy);
    return left.length === 0;
  };
  await until('every charge to be acted on', isActedOn, 200_000);
  const lines = 'select reference, count(*)::int n from movements where reference = any($1) group by 1 order by 1';
  expect(await rows(lines, [numbers])).toEqual([...numbers].sort().map((reference) => ({ reference, n: 1 })));
  const paid = `select p.pay_in, count(m.id)::int lines,
      (select count(*)::int from subscriptions s where s.id = p.payable_id and s.status = 'active') plans
    from payments p join movements m on m.payment_id = p.id where p.id = any($1) group by p.id`;
  const once = { pay_in: 'received', lines: 1, plans: 1 };
  expect(await rows(paid, [plans])).toEqual([once, once]);
  await database.end();
  expect(await product.end('SIGTERM')).toBe(0);
}, 360_000);
