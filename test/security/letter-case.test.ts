import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ReleaseOrder } from '../../src/features/compliance/schema.ts';
import { ProposeFrozenReturn } from '../../src/features/freezes/schema.ts';
import { OneSession } from '../../src/features/workshops/staff-schema.ts';
import { addDays, jamaicaDay } from '../../src/kernel/calendar.ts';
import { placePaidBuy } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { setUpUnallocated } from '../unassigned.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = setUpSuspicions(server);
const officer = await another('compliance');
const customer = await newCustomer(server, 'Ina Brown');

await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $2), ($2, $2)', [
  customer.id,
  officer.id,
]);

const nextMonth = addDays(jamaicaDay(new Date()), 30);

test.each([
  ['identity/customer', {}],
  ['identity/customerOrders', { before: officer.id }],
  ['identity/addNote', { note: 'Always on time' }],
  ['identity/links', {}],
  ['appropriateness/record', {}],
  ['enrollmentDesk/ofCustomer', {}],
  ['certificates/ofCustomer', {}],
  ['compliance/freezes', {}],
  ['compliance/freeze', { reason: 'An authority asks' }],
  ['compliance/raiseAlert', { orderId: null, priority: 'medium', description: 'Nothing of note' }],
  ['compliance/openCase', { title: 'Nothing of note', alerts: [], orders: [] }],
  ['compliance/snooze', { rule: 'many_orders', until: nextMonth, reason: 'Trades for a living' }],
  ['compliance/reviewCustomer', { riskLevel: 'low', nextReviewOn: nextMonth, note: 'Nothing of note' }],
  ['accounts/unfreeze', { reasonCode: 'false_alarm' }],
])('%s refuses its own subject, also in capitals', async (path, more) => {
  const sendCommand = async (userId: string) =>
    (await call<{ code?: string }>(path, { userId, ...more }, officer.cookie)).body.code;
  const ids = [officer.id, customer.id].flatMap((id) => [id, id.toUpperCase()]);
  expect(await Promise.all(ids.map(sendCommand))).toEqual(ids.map(() => 'approvals.own_matter'));
});

test('a proposal for a second person is created once, also in capitals', async () => {
  const { id: userId } = await newCustomer(server, 'Oma Gray');
  await call('compliance/freeze', { userId, reason: 'An authority asks' }, officer.cookie);
  const { rows } = await owner.query<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  const [{ id: freezeId } = { id: '' }] = rows;
  const proposeUnfreeze = async (id: string) => {
    const input = { freezeId: id, note: 'The authority asks no more' };
    return (await call<{ code?: string }>('compliance/proposeUnfreeze', input, officer.cookie)).body.code ?? 'waits';
  };
  expect(await proposeUnfreeze(freezeId.toUpperCase())).toBe('waits');
  expect(await proposeUnfreeze(freezeId)).toBe('approvals.already_open');
});

test.each([
  ['a release', ReleaseOrder, { caseId: customer.id, orderId: customer.id, note: 'It was looked into' }],
  ['a refund of a frozen customer', ProposeFrozenReturn, { orderId: customer.id, note: 'A court says so' }],
  ['training coins', OneSession, { sessionId: customer.id }],
])('%s refers to the same item in capitals, so that it is found and erased with it', (_, schema, input) => {
  const upperCase: unknown = JSON.parse(JSON.stringify(input).replaceAll(customer.id, customer.id.toUpperCase()));
  expect(schema.parse(upperCase)).toEqual(input);
});

describe('locks', async () => {
  const { admin, finance, recorded } = await setUpUnallocated(server);
  const runCommand = server.actsAs(finance);

  test.each([(id: string) => id, (id: string) => id.toUpperCase()])(
    'unallocated money waits for its lock',
    async (formatId) => {
      const id = await recorded(`CAPITALS ${randomUUID().slice(0, 13)}`, { amount: '3000' });
      const holder = await server.owner.connect();
      try {
        await holder.query('begin');
        await holder.query(`select pg_advisory_xact_lock(hashtextextended('unassigned ' || $1::uuid, 0))`, [id]);
        const input = { movementId: formatId(id), reasonCode: 'third_party_payer', note: '' };
        const answer = runCommand('unassigned/prepareReturn', input, admin);
        expect(await Promise.race([answer, sleep(2_000, 'waits')])).toBe('waits');
        await holder.query('rollback');
        expect(await answer).toBe('done');
      } finally {
        holder.release();
      }
    },
  );
});

describe('audit entries', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const { cookie } = await newCustomer(server, 'Tamara Grant');

  type Page = { readonly entries: readonly { readonly action: string }[] };
  const findViews = async (subject: string) =>
    (await server.call<Page>('audit/list', { subject, action: 'trading.receipt_viewed' }, compliance)).body.entries.map(
      ({ action }) => action,
    );

  test('viewing a receipt is found under the id and the reference of the order, and covers the next view', async () => {
    const { orderId, reference } = await placePaidBuy(server, cookie, { amount: '3000' });
    const found = ['trading.receipt_viewed'];
    for (const id of [orderId.toUpperCase(), orderId]) {
      expect((await server.call('trading/receipt', { orderId: id }, finance)).status).toBe(200);
      for (const subject of [orderId, orderId.toUpperCase(), reference])
        expect(await findViews(subject)).toEqual(found);
    }
  });
});
