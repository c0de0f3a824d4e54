import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { demoAddresses } from '../../../../fakes/screening/demo-list.ts';
import { bitcoinAddress, buy, sell, sellFields, upload } from '../../../../test/orders.ts';
import { shippedRuleSet } from '../../../../test/shipped-rules.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { computeScore, type Inputs } from '../../risk/score.ts';
import { tradingNotices } from '../customer-messages.ts';
import { screenWaiting } from './screen-waiting.ts';

const [sanctioned = ''] = demoAddresses.sanctioned;
const [, watched = ''] = demoAddresses.watch;
const server = await serverUnderTest();
const { call, signIn, owner, services } = server;
const findRows = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows;
const findId = async (name: string): Promise<string> =>
  (await findRows('select id from profiles where email = $1', [`${name}@demo.test`]))[0].id;
const count = async (table: string, where = 'true') =>
  (await findRows(`select count(*)::int n from ${table} where ${where}`))[0].n as number;
const noon = () => new Date(`${new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)}T17:00:00Z`);

const countTraces = async (name: string) => {
  const userId = await findId(name);
  return {
    orders: await count('transactions', `user_id = '${userId}'`),
    screenings: await count('blockchain_screening', `user_id = '${userId}'`),
    assessments: await count('risk_assessments', `user_id = '${userId}'`),
    alerts: await count('transaction_alerts', `user_id = '${userId}'`),
    cases: await count('cases', `user_id = '${userId}'`),
  };
};
const countNewTraces = async (name: string, act: () => Promise<unknown>) => {
  const before = await countTraces(name);
  await act();
  const after = await countTraces(name);
  return Object.fromEntries(Object.entries(after).map(([key, n]) => [key, n - before[key as keyof typeof before]]));
};
const setListsDown = (down: boolean) =>
  owner.query(
    `with list as (update sanctions_lists set published_on = now()::date)
     update sanctions_sources set allowed_hours = 1, as_of = now() - interval '${down ? '2 hours' : '1 minute'}'
      where needed`,
  );

beforeEach(() => server.setTime(null));

test('an order is placed with screening and assessment, from which its score can be recomputed', async () => {
  const cookie = await signIn('tier1');
  const grew = await countNewTraces('tier1', async () => {
    const placed = await buy(server, cookie, { amount: '20000' });
    expect(placed).toMatchObject({ status: 200, body: { notice: null } });
    const [row] = await findRows(
      `select t.risk_score, t.risk_level, t.receipt, t.held, s.screening_result, s.wallet_address, s.list_versions,
              a.risk_score score, a.risk_factors factors, a.inputs, a.outcome, a.assessor_type, r.version
         from transactions t join blockchain_screening s on s.id = t.blockchain_screening_id
         join risk_assessments a on a.order_id = t.id join risk_rule_sets r on r.id = a.rule_set_id where t.id = $1`,
      [placed.body.orderId],
    );
    expect(row).toMatchObject({
      held: false,
      screening_result: 'clear',
      wallet_address: bitcoinAddress,
      outcome: 'accepted',
      assessor_type: 'automated',
      version: 2,
      receipt: { risk_score: row.risk_score, risk_level: row.risk_level, wallet_screening: { result: 'clear' } },
      inputs: { amount: '20000.00', monthlyIncome: null, walletScore: 0 },
    });
    expect(computeScore(shippedRuleSet, row.inputs as Inputs).score).toBe(row.score);
    expect(row.list_versions).toHaveLength(1);
  });
  expect(grew).toEqual({ orders: 1, screenings: 1, assessments: 1, alerts: 0, cases: 0 });
});

test.each([
  ['same', 'tier2'],
  ['upper', 'support'],
])(
  'a listed wallet is refused on the buy form (%s case), with a record and without an order',
  async (letters, name) => {
    const cookie = await signIn(name);
    const walletAddress = letters === 'upper' ? sanctioned.toUpperCase() : sanctioned;
    const grew = await countNewTraces(name, async () => {
      expect(await buy(server, cookie, { walletAddress, amount: '2000' })).toMatchObject({
        status: 422,
        body: { code: 'trading.wallet_blocked', data: {} },
      });
    });
    expect(grew).toMatchObject({ orders: 0, screenings: 1, assessments: 1, alerts: 1 });
    const [alert] = await findRows(
      `select alert_type, priority, risk_score from transaction_alerts order by created_at desc limit 1`,
    );
    expect(alert).toEqual({ alert_type: 'wallet_blocked', priority: 'urgent', risk_score: 100 });
    expect(await count('cases', `user_id = '${await findId(name)}' and kind = 'wallet'`)).toBe(1);
  },
);

test('the same refused request leaves one record, even six times in parallel', async () => {
  const cookie = await signIn('enhanced');
  const { body: quote } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '9000' },
    cookie,
  );
  const wishes = { key: randomUUID(), quoteId: quote.id, walletAddress: sanctioned };
  const grew = await countNewTraces('enhanced', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => buy(server, cookie, wishes)));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['trading.wallet_blocked']));
    expect((await buy(server, cookie, wishes)).body.code).toBe('trading.wallet_blocked');
    expect((await buy(server, cookie, { ...wishes, walletAddress: bitcoinAddress })).body.code).toBe(
      'general.key_reused',
    );
  });
  expect(grew).toEqual({ orders: 0, screenings: 1, assessments: 1, alerts: 1, cases: 1 });
});

test('a record that cannot be stored makes the answer unavailable and accepts nothing', async () => {
  const cookie = await signIn('tier1');
  await owner.query('revoke insert on transaction_alerts from cryptocommerce_app');
  onTestFinished(() => owner.query('grant insert on transaction_alerts to cryptocommerce_app').then(() => undefined));
  const grew = await countNewTraces('tier1', async () => {
    expect(await buy(server, cookie, { walletAddress: sanctioned })).toMatchObject({
      status: 503,
      body: { code: 'general.unavailable' },
    });
  });
  expect(grew).toEqual({ orders: 0, screenings: 0, assessments: 0, alerts: 0, cases: 0 });
  expect(server.faults.splice(0)).toHaveLength(1);
});

test('our wallet is hidden for coins from a listed wallet, and repeats that day leave one record', async () => {
  const cookie = await signIn('finance');
  const input = { symbol: 'BTC', amount: '0.0001', network: 'bitcoin', senderWalletAddress: sanctioned };
  const grew = await countNewTraces('finance', async () => {
    for (const _ of [1, 2])
      expect(await call('trading/sellWallet', input, cookie)).toMatchObject({
        status: 422,
        body: { code: 'trading.wallet_blocked' },
      });
  });
  expect(grew).toEqual({ orders: 0, screenings: 1, assessments: 1, alerts: 1, cases: 1 });
  const clear = await call('trading/sellWallet', { ...input, senderWalletAddress: bitcoinAddress }, cookie);
  expect(clear).toMatchObject({ status: 200, body: { address: expect.any(String) } });
});

test('coins already sent from a listed wallet make a held order with the usual answer', async () => {
  const cookie = await signIn('tier2');
  const before = await count('case_orders');
  const { body: quote } = await call<{ id: string }>('trading/quoteSell', { symbol: 'BTC', amount: '0.001' }, cookie);
  const { body: file } = await upload(server, cookie);
  const order = {
    key: randomUUID(),
    quoteId: quote.id,
    proofFile: file.id,
    sourceOfFunds: null,
    sourceOfFundsFile: null,
    another: true,
    ...sellFields('Tamara Grant'),
    senderWalletAddress: sanctioned,
  };
  const placed = await call<{ orderId: string; notice: string | null }>('trading/placeSellOrder', order, cookie);
  const usual = await sell(server, cookie);
  expect(Object.keys(placed.body).sort()).toEqual(Object.keys(usual.body).sort());
  expect(placed).toMatchObject({ status: 200, body: { notice: null } });
  const [row] = await findRows('select held, hold_reason, risk_score from transactions where id = $1', [
    placed.body.orderId,
  ]);
  expect(row).toEqual({ held: true, hold_reason: 'wallet_blocked', risk_score: 100 });
  expect(await count('transaction_alerts', `transaction_id = '${placed.body.orderId}'`)).toBe(1);
  expect(await count('case_orders')).toBe(before + 1);
});

test('while the lists are down an order is held, and screened once they are back', async () => {
  const cookie = await signIn('tier1');
  await setListsDown(true);
  const key = randomUUID();
  const { body: quote } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' },
    cookie,
  );
  const first = await buy(server, cookie, { key, quoteId: quote.id });
  expect(first).toMatchObject({ status: 200, body: { notice: 'wallet_notice' } });
  const { notice } = first.body as unknown as { notice: keyof typeof tradingNotices.ofWallet };
  expect(tradingNotices.ofWallet[notice].title).toBe('Wallet Address Notice');
  expect((await buy(server, cookie, { key, quoteId: quote.id })).body).toEqual(first.body);
  const row = async () =>
    (
      await findRows(
        `select held, hold_reason, compliance_notes notes, screening_result result from transactions t
          join blockchain_screening s on s.id = t.blockchain_screening_id where t.id = $1`,
        [first.body.orderId],
      )
    )[0];
  expect(await row()).toMatchObject({ held: true, hold_reason: 'screening_down', result: 'error' });
  expect((await row()).notes).toContain('Screening was down');
  expect(await screenWaiting(services)).toBe(0);
  await setListsDown(false);
  expect(await screenWaiting(services)).toBe(1);
  expect(await row()).toMatchObject({ held: true, hold_reason: 'screened_later', result: 'clear' });
  expect(await screenWaiting(services)).toBe(0);
});

test('a wallet found listed after the outage stays held for two people', async () => {
  const cookie = await signIn('tier1');
  await setListsDown(true);
  const late = '0x8f3a1d5C27Be90461c0D7e25fB4a96d38E51BAD3';
  const { body: order, status } = await buy(server, cookie, {
    symbol: 'ETH',
    network: 'erc20',
    amount: '3100',
    walletAddress: late.toLowerCase(),
  });
  expect(status).toBe(200);
  await owner.query(
    `insert into sanctions_addresses (party_id, address, shown, tag)
       select id, $1, $1, 'ETH' from sanctions_parties where category = 'sanctioned' limit 1`,
    [late.toLowerCase()],
  );
  await setListsDown(false);
  expect(await screenWaiting(services)).toBe(1);
  const [row] = await findRows('select held, hold_reason from transactions where id = $1', [order.orderId]);
  expect(row).toEqual({ held: true, hold_reason: 'wallet_blocked' });
  expect(
    await count('transaction_alerts', `transaction_id = '${order.orderId}' and alert_type = 'wallet_blocked'`),
  ).toBe(1);
});

test('a watched wallet is accepted with a notice and raises the score', async () => {
  const cookie = await signIn('tier2');
  const placed = await buy(server, cookie, {
    symbol: 'ETH',
    network: 'erc20',
    amount: '4000',
    walletAddress: watched,
  });
  expect(placed).toMatchObject({ status: 200, body: { notice: 'wallet_screening' } });
  const [row] = await findRows('select held, risk_score from transactions where id = $1', [placed.body.orderId]);
  expect(row.held).toBe(false);
  expect(row.risk_score).toBeGreaterThanOrEqual(30);
});

test('nothing of an assessment reaches the customer', async () => {
  const cookie = await signIn('tier2');
  const [row] = await findRows(`select id from transactions where user_id = $1 and held limit 1`, [
    await findId('tier2'),
  ]);
  const seen = [
    await call('trading/show', { orderId: row.id }, cookie),
    await call('trading/list', {}, cookie),
    await call('trading/receipt', { orderId: row.id }, cookie),
    await call('accounts/exportData', {}, cookie),
  ];
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  for (const { body } of seen)
    expect(JSON.stringify(body, plain).replaceAll(/risk-indemnity|priceAlerts/g, '')).not.toMatch(
      /"held"|hold_?reason|"hold"|risk|screen|score|complian|assess|alert|wallet_blocked/i,
    );
});

test('a score of 80 is refused, 79 is placed with an alert', async () => {
  server.setTime(noon());
  await server.app.inject({ method: 'POST', url: '/api/rpc/prices/refresh', payload: {} });
  const cookie = await signIn('support');
  const id = await findId('support');
  await owner.query('update profiles set is_pep = true where id = $1', [id]);
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, data, decided_at) values ($1, 2, 'approved', '{"monthly_income": "1.00"}', now())`,
    [id],
  );
  const placed = await buy(server, cookie, { amount: '4000' });
  expect(placed.status).toBe(200);
  const [alert] = await findRows(
    'select alert_type, risk_score, priority from transaction_alerts where transaction_id = $1',
    [placed.body.orderId],
  );
  expect(alert).toEqual({ alert_type: 'high_risk', risk_score: 70, priority: 'high' });
  await owner.query(
    `insert into enhanced_kyc_data (user_id, pep_status, source_of_funds_details, occupation_risk_level,
       high_risk_jurisdiction, enhanced_due_diligence_required, updated_at)
     values ($1, true, '{}', 'low', false, true, now())`,
    [id],
  );
  const grew = await countNewTraces('support', async () => {
    expect((await buy(server, cookie, { amount: '4001' })).body).toMatchObject({ code: 'trading.transaction_blocked' });
  });
  expect(grew).toEqual({ orders: 0, screenings: 1, assessments: 1, alerts: 1, cases: 1 });
});

test('this file caused no fault', () => expect(server.faults).toEqual([]));
