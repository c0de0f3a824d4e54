import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { paidBuy, sell } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { tokenOf } from './account-security.ts';
import { sessionFor } from './actors.ts';
import { type Context, wallsOf } from './walls.ts';

/** What a statement can do that somebody slips into a request: as the application's role, with any setting it likes. */
const server = await serverUnderTest();
const { owner } = server;
const { idOf } = suspicionsOn(server);
const { asApp, outcome } = wallsOf(server);

test('nobody puts another wallet in the place of ours without a proposal that two people agreed on', async () => {
  const wallet = `insert into setting_versions (key, value) select key, value from setting_versions where key = 'company_wallets'`;
  expect(await outcome({}, wallet)).toBe('refused');
  expect(await outcome({ user: await idOf('admin'), all: true, roles: 'admin' }, wallet)).toBe('refused');
  for (const [put, says] of [
    ['put_setting', 'no setting was approved here'],
    ['put_rules', 'no rules were approved here'],
  ])
    await expect(asApp({}, (client) => client.query(`select app.${put}($1)`, [randomUUID()]))).rejects.toThrow(says);
});

const asked = `insert into proposals (kind, subject, payload, customer_id, proposed_by)
  values ('role', $1::uuid::text, jsonb_build_object('userId', $1::uuid::text, 'role', 'admin', 'act', 'grant'), $1, $2)
  returning id`;

/** Says who is asking from here on, and whose session's word, if any, goes with it. */
const be = (client: pg.PoolClient, who: string, word = '') =>
  client.query(`select set_config('app.user_id', $1, true), set_config('app.session_word', $2, true)`, [who, word]);

test('nobody makes two people up who give them a role: each must have come in by a session of theirs', async () => {
  const mallory = await newCustomer(server, 'Mallory Black');
  const [one, two] = [await idOf('admin'), await idOf('compliance')];
  const word = tokenOf(await sessionFor(server, 'admin')) ?? '';
  const own = tokenOf(mallory.cookie) ?? '';
  const context: Context = { user: one, all: true, roles: 'admin,compliance' };
  const end = (steps: (client: pg.PoolClient) => Promise<unknown>) =>
    asApp(context, steps).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  for (const shown of ['', own, randomUUID()])
    expect(await end((client) => be(client, one, shown).then(() => client.query(asked, [mallory.id, one])))).toBe(
      '42501',
    );
  expect(await end((client) => be(client, one, word).then(() => client.query(asked, [mallory.id, one])))).toBe('done');
  const decided = `update proposals set state = 'approved', decided_by = $2, decided_at = now() where id = $1`;
  for (const shown of ['', word, own])
    expect(
      await end(async (client) => {
        await be(client, one, word);
        const { rows } = await client.query(asked, [mallory.id, one]);
        expect((await client.query(`select current_setting('app.session_word') left_behind`)).rows).toEqual([
          { left_behind: '' },
        ]);
        await be(client, two, shown);
        await client.query(decided, [rows[0].id, two]);
        await client.query('select app.change_role($1)', [rows[0].id]);
      }),
    ).toBe('42501');
  expect((await owner.query('select from user_roles where user_id = $1', [mallory.id])).rowCount).toBe(0);
});

const changesOfABuy = [
  'crypto_amount = crypto_amount * 100',
  'jmd_amount = 1, fee_amount_jmd = 0, net_jmd_amount = 1',
  'price_usd_used = price_usd_used / 100',
  `receipt = receipt || '{"equivalent_crypto": "1"}'`,
  `wallet_address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'`,
  `network = 'lightning'`,
  'fee_percent = 0',
  `crypto_symbol = 'ETH'`,
  'risk_score = 0',
  'blockchain_screening_id = null',
  `compliance_notes = 'all is well'`,
  `price_holds_until = now() + interval '1 year'`,
];

test('in the name of its customer nothing of what was agreed on an order changes', async () => {
  const { cookie, id } = await newCustomer(server);
  const { orderId } = await paidBuy(server, cookie, { amount: '3000' });
  await owner.query('update transactions set risk_score = coalesce(risk_score, 0) + 1 where id = $1', [orderId]);
  for (const change of changesOfABuy)
    expect([change, await outcome({ user: id }, `update transactions set ${change} where id = $1`, [orderId])]).toEqual(
      [change, 'refused'],
    );
});

test('nor do staff or the product change who is paid, nor what, but at a price we had seen', async () => {
  const { cookie, id } = await newCustomer(server);
  const { orderId } = await paidBuy(server, cookie, { amount: '3000' });
  await owner.query(`update transactions set pay_in = 'received' where id = $1`, [orderId]);
  const all: Context = { user: id, all: true };
  const anew = `unjudged = true, price_usd_used = price_usd_used / 100, crypto_amount = crypto_amount * 100`;
  for (const change of [...changesOfABuy.slice(0, 8), anew, `${anew}, rate_used = rate_used`])
    expect([change, await outcome(all, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
      change,
      'refused',
    ]);
  // The same terms once more are what they were.
  const same = 'unjudged = true, crypto_amount = crypto_amount, price_usd_used = price_usd_used';
  await owner.query(
    `insert into price_history (symbol, at, price_usd, source)
       select crypto_symbol, now() - interval '3 minutes', price_usd_used, 'test' from transactions where id = $1`,
    [orderId],
  );
  expect(await outcome(all, `update transactions set ${same} where id = $1`, [orderId])).toBe(1);
});

test('the account that a sell is paid to stays, and what is held stays held', async () => {
  const { cookie, id } = await newCustomer(server);
  const { body } = await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' });
  await owner.query('update transactions set held = true where id = $1', [body.orderId]);
  for (const change of [
    `account_holder_name = 'Somebody Else'`,
    `account_number = '999999999'`,
    `bank_name = 'Another bank'`,
    `sender_wallet_address = 'x'`,
    `company_wallet_address = 'x'`,
    'held = false',
    'net_jmd_amount = net_jmd_amount * 2',
  ])
    expect([
      change,
      await outcome({ user: id }, `update transactions set ${change} where id = $1`, [body.orderId]),
    ]).toEqual([change, 'refused']);
});

test('a job out of nothing sends no stranger a letter, nor the word that freezes an account', async () => {
  const victim = await newCustomer(server, 'Vera Green');
  const sent: Mail[] = [];
  const jobs = accountsJobs(server.services, async (mail) => void sent.push(mail));
  const run = (name: string, data: object) => jobs.find((job) => job.name === name)?.run(data as never);
  const at = new Date().toISOString();
  const alarm = { userId: victim.id, device: 'x', signedInAt: at, last: false };
  const stranger = 'mallory@evil.test';
  await run('accounts.new-device', { ...alarm, email: stranger });
  await run('accounts.letter', { email: stranger, about: 'closed', at });
  await run('accounts.reset', { email: stranger });
  await run('accounts.welcome', { email: stranger, created: false });
  expect(sent).toEqual([]);
  expect((await owner.query('select from auth.one_use_word where user_id = $1', [victim.id])).rowCount).toBe(0);
  // Their own letter reaches them, and its word is of their account.
  const other = await newCustomer(server, 'Otis White');
  await run('accounts.new-device', { ...alarm, email: other.email });
  expect(sent.map(({ to }) => to)).toEqual([other.email]);
  const { rows } = await owner.query<{ user_id: string }>(
    `select user_id from auth.one_use_word where purpose = 'not_me'`,
  );
  expect(rows).toEqual([{ user_id: other.id }]);
});
