import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buildSent, buy, placePaidBuy, sell, upload } from '../../../../test/orders.ts';
import { buildBankReceipt, claimPlan } from '../../../../test/payments.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { buildUnallocated } from '../../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const customer = await server.signIn('tier2');
const finance = await createSession(server, 'finance');
const [second, third] = [(await another('finance')).cookie, (await another('finance')).cookie];
const saveSetting = (key: string, value: object) =>
  owner.query('insert into setting_versions (key, value) values ($1, $2)', [key, value]);
await saveSetting('order_limits', {
  ...demoSettings.order_limits,
  ...{ unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
});

const callAs = async (path: string, input: object, cookie: string | undefined = finance) => {
  const { status, body } = await call<{ code?: string }>(path.includes('/') ? path : `desk/${path}`, input, cookie);
  return status === 200 ? 'done' : (body.code ?? status);
};
const buildStep = (orderId: string) => ({ orderId, note: '' });
const makeHash = () => randomBytes(32).toString('hex');
const findRow = async (id: string) =>
  (await rowsOf('select status, pay_in, pay_out from transactions where id = $1', [id]))[0];
const findPayouts = (id: string) =>
  rowsOf<{ direction: string }>(
    `select direction from movements where order_id = $1 and direction in ('out', 'bounced') order by recorded_at, id`,
    [id],
  ).then((lines) => lines.map(({ direction }) => direction));
const findApproval = async (id: string) =>
  (
    await rowsOf<{ id: string }>(
      `select id from proposals where subject = $1 and state = 'approved' and kind = 'payout' order by id desc limit 1`,
      [id],
    )
  )[0]?.id;

let cents = 0;
async function startProcessing(): Promise<string> {
  cents += 1;
  const amount = `20000.${String(cents).padStart(2, '0')}`;
  const { orderId } = await placePaidBuy(server, customer, { amount });
  expect(await callAs('confirmReceived', buildPayIn(orderId, { amount }))).toBe('done');
  expect(await callAs('startProcessing', buildStep(orderId))).toBe('done');
  return orderId;
}
async function approvePayout(): Promise<string> {
  const orderId = await startProcessing();
  expect(await callAs('preparePayout', buildStep(orderId))).toBe('done');
  expect(await callAs('approvePayout', buildStep(orderId), second)).toBe('done');
  return orderId;
}
const buildUndo = async (orderId: string, more: object = {}) => ({
  ...{ orderId, proposalId: await findApproval(orderId), reasonCode: 'never_sent', note: '' },
  ...{ evidence: 'The wallet shows no such transaction.', ...more },
});
const countDone = (answers: readonly unknown[]) => answers.filter((one) => one === 'done').length;

test('approving, rejecting and withdrawing in parallel apply one decision', async () => {
  for (let round = 0; round < 4; round += 1) {
    const orderId = await startProcessing();
    await callAs('preparePayout', buildStep(orderId));
    const proposalId = await server.openProposal(orderId);
    const answers = await Promise.all([
      callAs('approvePayout', { ...buildStep(orderId), proposalId }, second),
      callAs('approvePayout', { ...buildStep(orderId), proposalId }, third),
      callAs('sendBackPayout', { ...buildStep(orderId), proposalId, reasonCode: 'amount_wrong' }, third),
      callAs('withdrawPayout', { ...buildStep(orderId), proposalId }),
    ]);
    expect(countDone(answers)).toBe(1);
    const expected = answers[0] === 'done' || answers[1] === 'done' ? 'approved' : 'none';
    expect(await findRow(orderId)).toMatchObject({ pay_out: expected });
  }
});

test('undoing and recording a payout in parallel apply one of them', async () => {
  for (let round = 0; round < 4; round += 1) {
    const orderId = await approvePayout();
    expect(await callAs('prepareUndo', await buildUndo(orderId))).toBe('done');
    expect(await callAs('recordSent', buildSent(orderId, makeHash()))).toBe('desk.undo_waits');
    const proposalId = await server.openProposal(orderId);
    const answers = await Promise.all([
      callAs('approveUndo', { ...buildStep(orderId), proposalId }, third),
      callAs('declineUndo', { ...buildStep(orderId), proposalId, note: 'It was sent' }, second),
      callAs('recordSent', buildSent(orderId, makeHash())),
      callAs('recordSent', buildSent(orderId, makeHash()), second),
    ]);
    const { pay_out: payOut } = (await findRow(orderId)) as { pay_out: string };
    expect(await findPayouts(orderId)).toEqual(payOut === 'sent' ? ['out'] : []);
    if (answers[0] === 'done') expect(payOut).toBe('failed');
  }
});

test('recording a payout while its payment is being unlinked never leaves a payout without a payment', async () => {
  for (let round = 0; round < 4; round += 1) {
    const orderId = await approvePayout();
    const [line] = await rowsOf<{ id: string }>(`select id from movements where order_id = $1`, [orderId]);
    const off = { movementId: line?.id, reasonCode: 'belongs_elsewhere', evidence: 'The line names another order.' };
    await Promise.all([
      callAs('undoPayIn', { ...buildStep(orderId), ...off }, third),
      callAs('recordSent', buildSent(orderId, makeHash())),
      callAs('cancel', { ...buildStep(orderId), reasonCode: 'asked_by_customer' }, second),
      callAs('fail', { ...buildStep(orderId), reasonCode: 'our_mistake' }, second),
    ]);
    const row = await findRow(orderId);
    expect(row).toMatchObject({ pay_in: 'received' });
    expect(await findPayouts(orderId)).toEqual(row?.['pay_out'] === 'sent' ? ['out'] : []);
  }
});

test('a returned payout cannot be undone or recorded again before a new approval', async () => {
  const orderId = await approvePayout();
  expect(await callAs('recordSent', buildSent(orderId, makeHash()))).toBe('done');
  const bounce = await buildUndo(orderId, { reasonCode: 'dropped_by_network', movedOn: jamaicaDay(new Date()) });
  expect(await callAs('prepareUndo', bounce)).toBe('done');
  const proposalId = await server.openProposal(orderId);
  const both = [second, third].map((cookie) => callAs('approveUndo', { ...buildStep(orderId), proposalId }, cookie));
  expect(countDone(await Promise.all(both))).toBe(1);
  expect(await callAs('prepareUndo', bounce)).toBe('desk.not_approved');
  expect(await callAs('recordSent', buildSent(orderId, makeHash()))).toBe('desk.not_approved');
  expect(await callAs('approvePayout', { ...buildStep(orderId), proposalId: bounce.proposalId }, second)).not.toBe(
    'done',
  );
  expect(await findPayouts(orderId)).toEqual(['out', 'bounced']);
});

test('a bank reference is used once across orders, payouts, plans, unallocated money and refunds', async () => {
  const sold = async () => {
    const { body } = await sell(server, customer);
    const reference = makeHash();
    expect(await callAs('confirmReceived', buildPayIn(body.orderId, { amount: '0.001', reference }))).toBe('done');
    for (const path of ['startProcessing', 'preparePayout'])
      expect(await callAs(path, buildStep(body.orderId))).toBe('done');
    expect(await callAs('approvePayout', buildStep(body.orderId), second)).toBe('done');
    return body.orderId;
  };
  for (let round = 0; round < 2; round += 1) {
    const reference = `SHARED ${round} ${makeHash().slice(0, 8)}`;
    const orderId = await sold();
    const plan = await claimPlan(server, (await newCustomer(server)).cookie);
    const bought = await placePaidBuy(server, customer, { amount: '3000' });
    const answers = await Promise.all([
      callAs('recordSent', buildSent(orderId, reference)),
      callAs('paymentsDesk/receive', buildBankReceipt(plan, { reference: reference.toLowerCase() }), second),
      callAs(
        'confirmReceived',
        buildPayIn(bought.orderId, { amount: '3000', reference: reference.replaceAll(' ', '-') }),
        third,
      ),
      callAs('unallocated/record', buildUnallocated(`${reference}.`), third),
    ]);
    expect([answers, countDone(answers)]).toEqual([answers, 1]);
  }
});

const amounts =
  '-20000 0 0.00 -0 NaN Infinity 1e5 20,000,0 20000.001 ２００００ ٢٠٠٠٠ 0x4e20 20_000 +20000 20000- 20.000 19999.99 20000.01 2000000 9999999999999999999999'
    .split(' ')
    .concat(['', ' ', '2 0000', '20000\u0000', '2'.repeat(500)]);
test.each(amounts)('an amount such as %j is not the payment of a twenty thousand order', async (amount) => {
  const { orderId } = await countOfTwenty();
  expect(await callAs('confirmReceived', { ...buildPayIn(orderId), amount })).not.toBe('done');
  expect(await findRow(orderId)).toMatchObject({ pay_in: 'claimed' });
});
test('invisible characters around an amount are ignored', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '20000' });
  expect(await callAs('confirmReceived', { ...buildPayIn(orderId), amount: '20001\u200b' })).not.toBe('done');
  expect(await findRow(orderId)).toMatchObject({ pay_in: 'claimed' });
  expect(await callAs('confirmReceived', { ...buildPayIn(orderId), amount: '\u202a20000\u200b' })).toBe('done');
  expect(await findRow(orderId)).toMatchObject({ pay_in: 'received' });
});

let twentyOrders: { orderId: string } | null = null;
async function countOfTwenty() {
  twentyOrders ??= await placePaidBuy(server, customer, { amount: '20000' });
  return twentyOrders;
}

test('coins off by one unit, or with too many decimals, are not the coins of a sell', async () => {
  const { body } = await sell(server, customer, { amount: '0.00100001' });
  for (const amount of ['0.00100000', '0.00100002', '0.001000010', '0.001000014', '.00100001', '-0.00100001', '100001'])
    expect([
      amount,
      await callAs('confirmReceived', buildPayIn(body.orderId, { amount, reference: makeHash() })),
    ]).not.toEqual([amount, 'done']);
});

test('the payout equals the order to the last unit, for each coin and both currencies', async () => {
  const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
  const wishes = [
    ['ETH', 'erc20', evm, 'JMD', '33333.33'],
    ['USDT', 'bep20', evm, 'JMD', '12345.67'],
    ['SOL', 'solana', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'JMD', '7777.77'],
    ['BTC', 'bitcoin', bitcoinAddress, 'USD', '123.45'],
    ['USDC', 'solana', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'USD', '99.99'],
  ] as const;
  for (const [symbol, network, walletAddress, currency, amount] of wishes) {
    const { body, status } = await buy(server, customer, { symbol, network, walletAddress, currency, amount });
    if (status !== 200) throw new Error(`${symbol}: ${JSON.stringify(body)}`);
    const { orderId } = body;
    const { body: file } = await upload(server, customer);
    expect(await callAs('trading/claimPayment', { orderId, proofFile: file.id }, customer)).toBe('done');
    expect(await callAs('confirmReceived', buildPayIn(orderId, { amount }))).toBe('done');
    for (const path of ['startProcessing', 'preparePayout'])
      expect([symbol, await callAs(path, buildStep(orderId))]).toEqual([symbol, 'done']);
    expect(await callAs('approvePayout', buildStep(orderId), second)).toBe('done');
    const sent =
      network === 'solana' ? base58.encode(Buffer.concat([Buffer.from([255]), randomBytes(63)])) : makeHash();
    expect(await callAs('recordSent', buildSent(orderId, sent))).toBe('done');
    const [line] = await rowsOf(
      `select m.asset, m.amount = t.crypto_amount same, m.address, m.amount > 0 some from movements m
         join transactions t on t.id = m.order_id where t.id = $1 and m.direction = 'out'`,
      [orderId],
    );
    expect(line).toEqual({ asset: symbol, same: true, address: walletAddress, some: true });
  }
});

test('a changed company account between preparing and approving requires a new proposal', async () => {
  const { body } = await sell(server, customer, { amount: '0.0011' });
  await callAs('confirmReceived', buildPayIn(body.orderId, { amount: '0.0011', reference: makeHash() }));
  for (const path of ['startProcessing', 'preparePayout'])
    expect(await callAs(path, buildStep(body.orderId))).toBe('done');
  const { JMD } = demoSettings.bank_accounts;
  await saveSetting('bank_accounts', { ...demoSettings.bank_accounts, JMD: { ...JMD, number: '0000 9999 888' } });
  expect(await callAs('approvePayout', buildStep(body.orderId), second)).toBe('approvals.changed_since');
  expect(await findRow(body.orderId)).toMatchObject({ pay_out: 'prepared' });
  await saveSetting('bank_accounts', demoSettings.bank_accounts);
});

test('two surplus payments recorded in parallel both wait for refunds', async () => {
  const orderId = await startProcessing();
  const record = (reference: string, cookie: string) =>
    callAs('recordExtra', buildPayIn(orderId, { reference }), cookie);
  expect(await Promise.all([record('PARALLEL 1', finance), record('PARALLEL 2', second)])).toEqual(['done', 'done']);
  const extras = await rowsOf('select surplus_count extras from transactions where id = $1', [orderId]);
  expect(extras).toEqual([{ extras: 2 }]);
});
