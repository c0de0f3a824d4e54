import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, buildSent, placePaidBuy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const customer = await server.signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map((who) => createSession(server, who)));
await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);
const callAs = server.actsAs(finance, 'desk/');
async function placeApproved(amount = '3000') {
  const { orderId } = await placePaidBuy(server, customer, { amount });
  const step = { orderId, note: '' };
  expect(await callAs('confirmReceived', buildPayIn(orderId, { amount }))).toBe('done');
  for (const path of ['startProcessing', 'preparePayout']) expect(await callAs(path, step)).toBe('done');
  expect(await callAs('approvePayout', step, admin)).toBe('done');
  return orderId;
}
function insertPayout(orderId: string, parts: Record<string, string> = {}, by: Pick<typeof owner, 'query'> = owner) {
  const line: Record<string, string> = {
    ...{
      order_id: 't.id',
      user_id: 't.user_id',
      direction: `'out'`,
      asset: 't.crypto_symbol',
      amount: 't.crypto_amount',
    },
    ...{ rail: 't.network', address: 't.wallet_address', tag: 't.destination_tag::text', moved_at: 'now()' },
    ...{ recorded_at: 'now()', proposal_id: 'p.id', reference: '$2', reference_key: '$2' },
    ...parts,
  };
  return by.query(
    `insert into movements (${Object.keys(line).join(', ')}) select ${Object.values(line).join(', ')}
       from transactions t join proposals p on p.subject = t.id::text and p.kind = 'payout' where t.id = $1
       order by p.id desc limit 1`,
    [orderId, randomBytes(32).toString('hex')],
  );
}

test('the valid line that the tests below change is accepted once', async () => {
  const orderId = await placeApproved();
  await insertPayout(orderId);
  await expect(insertPayout(orderId)).rejects.toThrow('movement_twice');
});

test.each([
  ['one unit more', { amount: 't.crypto_amount + 0.00000001' }],
  ['one unit less', { amount: 't.crypto_amount - 0.00000001' }],
  ['a fraction of a unit more', { amount: 't.crypto_amount + 0.000000000000000001' }],
  ['no amount', { amount: '0' }],
  ['a negative amount', { amount: '-t.crypto_amount' }],
  ['an amount that is no number', { amount: `'NaN'` }],
  ['an infinite amount', { amount: `'Infinity'` }],
  ['another coin', { asset: `'ETH'` }],
  ['money', { asset: `'JMD'` }],
  ['another address', { address: `'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g'` }],
  ['no address', { address: 'null' }],
  ['a tag', { tag: `'7'` }],
  ['an account', { account: `'404512345'` }],
  ['another customer', { user_id: `(select id from profiles where email = 'tier1@demo.test')` }],
  ['no customer', { user_id: 'null' }],
  ['no proposal', { proposal_id: 'null' }],
  ['the direction of a refund', { direction: `'back'` }],
  ['the direction of a pay-in', { direction: `'in'` }],
  ['the direction of a returned transfer', { direction: `'bounced'` }],
])('a payout is rejected with %s', async (_, parts) => {
  approvedOrder ??= await placeApproved('4000');
  const client = await owner.connect();
  await client.query('begin');
  const taken = await insertPayout(approvedOrder, parts, client).then(
    () => 'taken',
    (error: Error) => error.message.slice(0, 0),
  );
  await client.query('rollback');
  client.release();
  expect(taken).toBe('');
});
let approvedOrder: string | null = null;

test("a payout is rejected with another order's approval, an undone one, or while held", async () => {
  const [mine, other] = [await placeApproved('5000'), await placeApproved('5000')];
  const theirs = `(select id from proposals where subject = '${other}')`;
  await expect(insertPayout(mine, { proposal_id: theirs })).rejects.toThrow('movement_not_agreed');
  await owner.query(`update transactions set held = true, hold_reason = 'unusual_pattern' where id = $1`, [mine]);
  await expect(insertPayout(mine)).rejects.toThrow();
  await owner.query(`update transactions set held = false, hold_reason = null where id = $1`, [mine]);
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [other]);
  const undo = { orderId: other, proposalId: rows[0]?.id, reasonCode: 'never_sent', note: '' };
  expect(await callAs('prepareUndo', { ...undo, evidence: 'The wallet shows no such transaction.' })).toBe('done');
  expect(await callAs('approveUndo', { orderId: other, note: '' }, admin)).toBe('done');
  await expect(insertPayout(other)).rejects.toThrow('movement_not_agreed');
  expect(await callAs('recordSent', buildSent(mine, randomBytes(32).toString('hex')))).toBe('done');
});

test('approved and sent payouts cannot be changed or deleted', async () => {
  const orderId = await placeApproved('6000');
  expect(await callAs('recordSent', buildSent(orderId, randomBytes(32).toString('hex')))).toBe('done');
  const client = await owner.connect();
  await client.query('begin');
  await client.query('set local role cryptocommerce_app');
  const tries = [
    `update movements set amount = amount * 2 where order_id = '${orderId}'`,
    `delete from movements where order_id = '${orderId}'`,
    `update proposals set payload = payload || '{"address": "x"}' where subject = '${orderId}'`,
    `delete from proposals where subject = '${orderId}'`,
    `truncate movements`,
  ];
  for (const [n, statement] of tries.entries()) {
    await client.query(`savepoint s${n}`);
    await expect(client.query(statement)).rejects.toThrow('permission denied');
    await client.query(`rollback to s${n}`);
  }
  await client.query('rollback');
  client.release();
});
