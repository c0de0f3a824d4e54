import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { bitcoinAddress, buy, cameIn, paidBuy, sell, upload, wasSent } from '../../../../test/orders.ts';
import { bankLine, claimedPlan } from '../../../../test/payments.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { nothingKnown } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

/** What leaves: once, as much as was agreed, to whom it was agreed, whatever several people do at one moment. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = suspicionsOn(server);
const customer = await server.signIn('tier2');
const finance = await sessionFor(server, 'finance');
const [second, third] = [(await another('finance')).cookie, (await another('finance')).cookie];
const put = (key: string, value: object) =>
  owner.query('insert into setting_versions (key, value) values ($1, $2)', [key, value]);
await put('order_limits', {
  ...demoSettings.order_limits,
  ...{ unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
});

const act = async (path: string, input: object, cookie: string | undefined = finance) => {
  const { status, body } = await call<{ code?: string }>(path.includes('/') ? path : `desk/${path}`, input, cookie);
  return status === 200 ? 'done' : (body.code ?? status);
};
const step = (orderId: string) => ({ orderId, note: '' });
const hash = () => randomBytes(32).toString('hex');
const rowOf = async (id: string) =>
  (await rowsOf('select status, pay_in, pay_out from transactions where id = $1', [id]))[0];
const out = (id: string) =>
  rowsOf<{ direction: string }>(
    `select direction from movements where order_id = $1 and direction in ('out', 'bounced') order by recorded_at, id`,
    [id],
  ).then((lines) => lines.map(({ direction }) => direction));
const agreedOf = async (id: string) =>
  (
    await rowsOf<{ id: string }>(
      `select id from proposals where subject = $1 and state = 'approved' and kind = 'payout' order by id desc limit 1`,
      [id],
    )
  )[0]?.id;

let cents = 0;
async function inWork(): Promise<string> {
  cents += 1;
  const amount = `20000.${String(cents).padStart(2, '0')}`;
  const { orderId } = await paidBuy(server, customer, { amount });
  expect(await act('confirmReceived', cameIn(orderId, { amount }))).toBe('done');
  expect(await act('startProcessing', step(orderId))).toBe('done');
  return orderId;
}
async function approved(): Promise<string> {
  const orderId = await inWork();
  expect(await act('preparePayout', step(orderId))).toBe('done');
  expect(await act('approvePayout', step(orderId), second)).toBe('done');
  return orderId;
}
const undo = async (orderId: string, more: object = {}) => ({
  ...{ orderId, proposalId: await agreedOf(orderId), reasonCode: 'never_sent', note: '' },
  ...{ evidence: 'The wallet shows no such transaction.', ...more },
});
const doneOf = (answers: readonly unknown[]) => answers.filter((one) => one === 'done').length;

test('three prepare at once: one waits for a second person', async () => {
  const orderId = await inWork();
  const answers = await Promise.all([finance, second, third].map((who) => act('preparePayout', step(orderId), who)));
  expect(doneOf(answers)).toBe(1);
  expect(await rowsOf('select 1 from proposals where subject = $1', [orderId])).toHaveLength(1);
});

test('approved, sent back and withdrawn at once: one of these', async () => {
  for (let round = 0; round < 4; round += 1) {
    const orderId = await inWork();
    await act('preparePayout', step(orderId));
    const proposalId = await server.openProposal(orderId);
    const answers = await Promise.all([
      act('approvePayout', { ...step(orderId), proposalId }, second),
      act('approvePayout', { ...step(orderId), proposalId }, third),
      act('sendBackPayout', { ...step(orderId), proposalId, reasonCode: 'amount_wrong' }, third),
      act('withdrawPayout', { ...step(orderId), proposalId }),
    ]);
    expect(doneOf(answers)).toBe(1);
    const expected = answers[0] === 'done' || answers[1] === 'done' ? 'approved' : 'none';
    expect(await rowOf(orderId)).toMatchObject({ pay_out: expected });
  }
});

test('undone as never sent, and recorded as sent, at once: one of these', async () => {
  for (let round = 0; round < 4; round += 1) {
    const orderId = await approved();
    expect(await act('prepareUndo', await undo(orderId))).toBe('done');
    expect(await act('recordSent', wasSent(orderId, hash()))).toBe('desk.undo_waits');
    const proposalId = await server.openProposal(orderId);
    const answers = await Promise.all([
      act('approveUndo', { ...step(orderId), proposalId }, third),
      act('declineUndo', { ...step(orderId), proposalId, note: 'It was sent' }, second),
      act('recordSent', wasSent(orderId, hash())),
      act('recordSent', wasSent(orderId, hash()), second),
    ]);
    const { pay_out: payOut } = (await rowOf(orderId)) as { pay_out: string };
    expect(await out(orderId)).toEqual(payOut === 'sent' ? ['out'] : []);
    if (answers[0] === 'done') expect(payOut).toBe('failed');
  }
});

test('recorded as sent while somebody asks that its money be taken off: never out without in', async () => {
  for (let round = 0; round < 4; round += 1) {
    const orderId = await approved();
    const [line] = await rowsOf<{ id: string }>(`select id from movements where order_id = $1`, [orderId]);
    const off = { movementId: line?.id, reasonCode: 'belongs_elsewhere', evidence: 'The line names another order.' };
    await Promise.all([
      act('undoPayIn', { ...step(orderId), ...off }, third),
      act('recordSent', wasSent(orderId, hash())),
      act('cancel', { ...step(orderId), reasonCode: 'asked_by_customer' }, second),
      act('fail', { ...step(orderId), reasonCode: 'our_mistake' }, second),
    ]);
    const row = await rowOf(orderId);
    expect(row).toMatchObject({ pay_in: 'received' });
    expect(await out(orderId)).toEqual(row?.['pay_out'] === 'sent' ? ['out'] : []);
  }
});

test('a pay-out that bounced is neither undone nor recorded as sent again before it was agreed on anew', async () => {
  const orderId = await approved();
  expect(await act('recordSent', wasSent(orderId, hash()))).toBe('done');
  const bounce = await undo(orderId, { reasonCode: 'dropped_by_network', movedOn: jamaicaDay(new Date()) });
  expect(await act('prepareUndo', bounce)).toBe('done');
  const proposalId = await server.openProposal(orderId);
  const both = [second, third].map((who) => act('approveUndo', { ...step(orderId), proposalId }, who));
  expect(doneOf(await Promise.all(both))).toBe(1);
  expect(await act('prepareUndo', bounce)).toBe('desk.not_approved');
  expect(await act('recordSent', wasSent(orderId, hash()))).toBe('desk.not_approved');
  expect(await act('approvePayout', { ...step(orderId), proposalId: bounce.proposalId }, second)).not.toBe('done');
  expect(await out(orderId)).toEqual(['out', 'bounced']);
});

test('one hash for two pay-outs, recorded at one moment in two spellings, is of one', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [one, two] = [await approved(), await approved()];
    const same = hash();
    const answers = await Promise.all([
      act('recordSent', wasSent(one, same)),
      act('recordSent', wasSent(two, `https://mempool.space/tx/${same.toUpperCase()}`), second),
    ]);
    expect(answers.toSorted()).toEqual(['desk.reference_used', 'done']);
  }
});

test('a bank reference is used once: order, pay-out, plan, unassigned money and return, at once too', async () => {
  const sold = async () => {
    const { body } = await sell(server, customer);
    const reference = hash();
    expect(await act('confirmReceived', cameIn(body.orderId, { amount: '0.001', reference }))).toBe('done');
    for (const path of ['startProcessing', 'preparePayout']) expect(await act(path, step(body.orderId))).toBe('done');
    expect(await act('approvePayout', step(body.orderId), second)).toBe('done');
    return body.orderId;
  };
  for (let round = 0; round < 2; round += 1) {
    const word = `SHARED ${round} ${hash().slice(0, 8)}`;
    const orderId = await sold();
    const plan = await claimedPlan(server, (await newCustomer(server)).cookie);
    const bought = await paidBuy(server, customer, { amount: '3000' });
    const answers = await Promise.all([
      act('recordSent', wasSent(orderId, word)),
      act('paymentsDesk/receive', bankLine(plan, { reference: word.toLowerCase() }), second),
      act('confirmReceived', cameIn(bought.orderId, { amount: '3000', reference: word.replaceAll(' ', '-') }), third),
      act('unassigned/record', nothingKnown(`${word}.`), third),
    ]);
    expect([answers, doneOf(answers)]).toEqual([answers, 1]);
  }
});

const amounts =
  '-20000 0 0.00 -0 NaN Infinity 1e5 20,000,0 20000.001 ２００００ ٢٠٠٠٠ 0x4e20 20_000 +20000 20000- 20.000 19999.99 20000.01 2000000 9999999999999999999999'
    .split(' ')
    .concat(['', ' ', '2 0000', '20000\u0000', '20000\u200b', '2'.repeat(500)]);
test.each(amounts)('an amount such as %j is not the money of an order of twenty thousand', async (amount) => {
  const { orderId } = await ofTwenty();
  expect(await act('confirmReceived', { ...cameIn(orderId), amount })).not.toBe('done');
  expect(await rowOf(orderId)).toMatchObject({ pay_in: 'claimed' });
});
let twenty: { orderId: string } | null = null;
async function ofTwenty() {
  twenty ??= await paidBuy(server, customer, { amount: '20000' });
  return twenty;
}

test('coins one unit less or more, or with places that they do not have, are not the coins of a sell', async () => {
  const { body } = await sell(server, customer, { amount: '0.00100001' });
  for (const amount of ['0.00100000', '0.00100002', '0.001000010', '0.001000014', '.00100001', '-0.00100001', '100001'])
    expect([amount, await act('confirmReceived', cameIn(body.orderId, { amount, reference: hash() }))]).not.toEqual([
      amount,
      'done',
    ]);
});

test('what is sent is what was placed, to the last unit, for each coin and both currencies', async () => {
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
    expect(await act('trading/claimPayment', { orderId, proofFile: file.id }, customer)).toBe('done');
    expect(await act('confirmReceived', cameIn(orderId, { amount }))).toBe('done');
    for (const path of ['startProcessing', 'preparePayout'])
      expect([symbol, await act(path, step(orderId))]).toEqual([symbol, 'done']);
    expect(await act('approvePayout', step(orderId), second)).toBe('done');
    const sent = network === 'solana' ? base58.encode(Buffer.concat([Buffer.from([255]), randomBytes(63)])) : hash();
    expect(await act('recordSent', wasSent(orderId, sent))).toBe('done');
    const [line] = await rowsOf(
      `select m.asset, m.amount = t.crypto_amount same, m.address, m.amount > 0 some from movements m
         join transactions t on t.id = m.order_id where t.id = $1 and m.direction = 'out'`,
      [orderId],
    );
    expect(line).toEqual({ asset: symbol, same: true, address: walletAddress, some: true });
  }
});

test('our own account changed between preparing and approving: it is laid down anew', async () => {
  const { body } = await sell(server, customer, { amount: '0.0011' });
  await act('confirmReceived', cameIn(body.orderId, { amount: '0.0011', reference: hash() }));
  for (const path of ['startProcessing', 'preparePayout']) expect(await act(path, step(body.orderId))).toBe('done');
  const { JMD } = demoSettings.bank_accounts;
  await put('bank_accounts', { ...demoSettings.bank_accounts, JMD: { ...JMD, number: '0000 9999 888' } });
  expect(await act('approvePayout', step(body.orderId), second)).toBe('approvals.changed_since');
  expect(await rowOf(body.orderId)).toMatchObject({ pay_out: 'prepared' });
  await put('bank_accounts', demoSettings.bank_accounts);
});

test('a customer changes nothing once it was prepared, approved or sent', async () => {
  const orderId = await approved();
  const { body: file } = await upload(server, customer);
  const tries = async () => [
    await act('trading/cancelOwn', { orderId }, customer),
    await act('trading/claimPayment', { orderId, proofFile: file.id }, customer),
    await act('trading/choosePrice', { orderId, seen: null }, customer),
    await act('trading/choosePrice', { orderId, seen: '1' }, customer),
  ];
  expect(doneOf(await tries())).toBe(0);
  expect(await act('recordSent', wasSent(orderId, hash()))).toBe('done');
  expect(doneOf(await tries())).toBe(0);
});
