import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { deriveSandboxSecret } from '../../src/features/payments/cards/providers/sandbox-page.ts';
import { signPayload } from '../../src/platform/http/webhook-signature.ts';
import { buildSandboxEvent } from '../cards.ts';
import { call, signInDemoUser } from './customer.ts';
import { freePort } from './free-port.ts';
import { createDataFolder, postmaster, start } from './product.ts';
import { until } from './until.ts';

/** While a provider reports charges, the product is killed repeatedly. Each charge must take effect exactly once. */
const port = await freePort();
const origin = `http://localhost:${port}`;
const authSecret = 'a secret of this test alone, long enough for it';
const dataDir = createDataFolder();
const env = { MODE: 'demo', DATA_DIR: dataDir, PORT: String(port), AUTH_SECRET: authSecret };
const key = deriveSandboxSecret({ authSecret }, 'hook');

/** Sends the event until it is accepted, like a provider. Returns the number of tries. */
async function reportCharge(output: object): Promise<number> {
  const body = JSON.stringify(output);
  for (let tries = 1; ; tries++) {
    const at = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'sandbox-signature': `t=${at},v1=${signPayload(key, at, Buffer.from(body))}`,
    };
    const sent = { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) };
    const answer = await fetch(`${origin}/api/hooks/card/sandbox`, sent).catch(() => null);
    if (answer?.status === 200) return tries;
    if (answer && answer.status < 500) throw new Error(`refused: ${answer.status}`);
    await sleep(50);
  }
}

async function subscribeByCard(name: string): Promise<string> {
  const session = { origin, cookie: await signInDemoUser(origin, name) };
  const input = { key: randomUUID(), plan: 'personal', method: 'card', price: 6000 };
  const { body } = await call<{ paymentId: string }>(session, 'subscriptions/subscribe', input);
  const { status } = await call(session, 'cards/start', { kind: 'payment', id: body.paymentId });
  if (status !== 200) throw new Error(`${name} could not open a card page`);
  return body.paymentId;
}

const passTime = `
  with waits as (update card_events set received_at = received_at - interval '21 s' where became is null)
  insert into pgboss.job (name)
    select name from pgboss.schedule where name = 'cards.reconcile' and cron = '* * * * *'`;

test('killing the product between receiving and handling charges loses none and handles none twice', async () => {
  let product = await start(env);
  const plans = [await subscribeByCard('newcomer'), await subscribeByCard('visitor')];
  const charges = [
    ...plans.map((id) => buildSandboxEvent(id)),
    ...Array.from({ length: 120 }, () => buildSandboxEvent(randomUUID())),
  ];
  let next = 0;
  const reportAll = async () => {
    let tries = 0;
    for (let charge = charges[next++]; charge; charge = charges[next++]) {
      tries += await reportCharge(charge);
      await sleep(30);
    }
    return tries;
  };
  const reporting = Promise.all([reportAll(), reportAll(), reportAll()]);
  reporting.catch(() => undefined);
  for (let round = 0; round < 3; round++) {
    await sleep(randomInt(150, 600));
    await product.end('SIGKILL');
    product = await start(env);
  }
  const tries = (await reporting).reduce((sum, of) => sum + of, 0);
  expect(tries).toBeGreaterThan(charges.length);

  const database = new pg.Client(`postgres://postgres@127.0.0.1:${postmaster(dataDir)?.port}/postgres`);
  database.on('error', () => undefined);
  await database.connect();
  const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await database.query<T>(text, values)).rows;
  const numbers = charges.map(({ transaction }) => `sandbox:${transaction}`);
  const open = 'select from card_events where became is null';
  let checks = 0;
  const areHandled = async () => {
    const left = await rows(open);
    if (left.length > 0 && checks++ % 20 === 0) await rows(passTime);
    return left.length === 0;
  };
  await until('every charge to be acted on', areHandled, 200_000);
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
