import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { cameIn, paidBuy, wasSent } from '../../../../test/orders.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

/** What leaves is what two people agreed on, by the database alone: each part of the line, once. */
const server = await serverWithoutFaults();
const { owner } = server;
const customer = await server.signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map((who) => sessionFor(server, who)));
await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);
const act = server.actsAs(finance, 'desk/');
async function approved(amount = '3000') {
  const { orderId } = await paidBuy(server, customer, { amount });
  const step = { orderId, note: '' };
  expect(await act('confirmReceived', cameIn(orderId, { amount }))).toBe('done');
  for (const path of ['startProcessing', 'preparePayout']) expect(await act(path, step)).toBe('done');
  expect(await act('approvePayout', step, admin)).toBe('done');
  return orderId;
}
/** Writes the line of what left as agreed, but for some of its parts. */
function leaves(orderId: string, parts: Record<string, string> = {}, by: Pick<typeof owner, 'query'> = owner) {
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

test('the sound line that the tests below change is taken, once', async () => {
  const orderId = await approved();
  await leaves(orderId);
  await expect(leaves(orderId)).rejects.toThrow('movement_twice');
});

test.each([
  ['a unit more', { amount: 't.crypto_amount + 0.00000001' }],
  ['a unit less', { amount: 't.crypto_amount - 0.00000001' }],
  ['less than a unit more', { amount: 't.crypto_amount + 0.000000000000000001' }],
  ['nothing', { amount: '0' }],
  ['below nothing', { amount: '-t.crypto_amount' }],
  ['no number', { amount: `'NaN'` }],
  ['without an end', { amount: `'Infinity'` }],
  ['another coin', { asset: `'ETH'` }],
  ['money', { asset: `'JMD'` }],
  ['another address', { address: `'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'` }],
  ['no address', { address: 'null' }],
  ['a tag', { tag: `'7'` }],
  ['an account', { account: `'404512345'` }],
  ['another customer', { user_id: `(select id from profiles where email = 'tier1@demo.test')` }],
  ['nobody', { user_id: 'null' }],
  ['no proposal', { proposal_id: 'null' }],
  ['as a return', { direction: `'back'` }],
  ['as what came in', { direction: `'in'` }],
  ['as a bounce', { direction: `'bounced'` }],
])('what leaves is not taken as %s', async (_, parts) => {
  one ??= await approved('4000');
  const client = await owner.connect();
  await client.query('begin');
  const taken = await leaves(one, parts, client).then(
    () => 'taken',
    (error: Error) => error.message.slice(0, 0),
  );
  await client.query('rollback');
  client.release();
  expect(taken).toBe('');
});
let one: string | null = null;

test('nor by the agreement of another order, an undone one, or while the order is held', async () => {
  const [mine, other] = [await approved('5000'), await approved('5000')];
  const theirs = `(select id from proposals where subject = '${other}')`;
  await expect(leaves(mine, { proposal_id: theirs })).rejects.toThrow('movement_not_agreed');
  await owner.query(`update transactions set held = true, hold_reason = 'unusual_pattern' where id = $1`, [mine]);
  await expect(leaves(mine)).rejects.toThrow();
  await owner.query(`update transactions set held = false, hold_reason = null where id = $1`, [mine]);
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [other]);
  const undo = { orderId: other, proposalId: rows[0]?.id, reasonCode: 'never_sent', note: '' };
  expect(await act('prepareUndo', { ...undo, evidence: 'The wallet shows no such transaction.' })).toBe('done');
  expect(await act('approveUndo', { orderId: other, note: '' }, admin)).toBe('done');
  await expect(leaves(other)).rejects.toThrow('movement_not_agreed');
  expect(await act('recordSent', wasSent(mine, randomBytes(32).toString('hex')))).toBe('done');
});

test('what was agreed on, and what left, is changed and removed by nobody', async () => {
  const orderId = await approved('6000');
  expect(await act('recordSent', wasSent(orderId, randomBytes(32).toString('hex')))).toBe('done');
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
