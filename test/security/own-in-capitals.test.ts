import { expect, test } from 'vitest';
import { ReleaseOrder } from '../../src/features/compliance/schema.ts';
import { ProposeFrozenReturn } from '../../src/features/freezes/schema.ts';
import { OneSession } from '../../src/features/workshops/desk-schema.ts';
import { jamaicaDay, shiftDay } from '../../src/kernel/calendar.ts';
import { newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { serverWithoutFaults } from '../worker.ts';

/** Nobody at the desk works on their own matters, in whichever letters they write whose matter it is. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = suspicionsOn(server);
const officer = await another('compliance');
const own = await newCustomer(server, 'Ina Brown');
await owner.query('insert into joined_accounts (user_id, person_id) values ($1, $2), ($2, $2)', [own.id, officer.id]);
const soon = shiftDay(jamaicaDay(new Date()), 30);

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
  ['compliance/snooze', { rule: 'many_orders', until: soon, reason: 'Trades for a living' }],
  ['compliance/reviewCustomer', { riskLevel: 'low', nextReviewOn: soon, note: 'Nothing of note' }],
  ['accounts/unfreeze', { reasonCode: 'false_alarm' }],
])('%s is refused to whoever it is about, also in capitals', async (path, more) => {
  const said = async (userId: string) =>
    (await call<{ code?: string }>(path, { userId, ...more }, officer.cookie)).body.code;
  const ids = [officer.id, own.id].flatMap((id) => [id, id.toUpperCase()]);
  expect(await Promise.all(ids.map(said))).toEqual(ids.map(() => 'approvals.own_matter'));
});

test('what waits for a second person waits once, also in capitals', async () => {
  const { id: userId } = await newCustomer(server, 'Oma Gray');
  await call('compliance/freeze', { userId, reason: 'An authority asks' }, officer.cookie);
  const { rows } = await owner.query<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  const [{ id: freezeId } = { id: '' }] = rows;
  const asks = async (id: string) => {
    const wish = { freezeId: id, note: 'The authority asks no more' };
    return (await call<{ code?: string }>('compliance/proposeThaw', wish, officer.cookie)).body.code ?? 'waits';
  };
  expect(await asks(freezeId.toUpperCase())).toBe('waits');
  expect(await asks(freezeId)).toBe('approvals.already_open');
});

test.each([
  ['a release', ReleaseOrder, { caseId: own.id, orderId: own.id, note: 'It was looked into' }],
  ['a return of somebody frozen', ProposeFrozenReturn, { orderId: own.id, note: 'A court says so' }],
  ['training coins', OneSession, { sessionId: own.id }],
])('%s is about the same in capitals, so that it is found and erased with that', (_, schema, wish) => {
  const loud: unknown = JSON.parse(JSON.stringify(wish).replaceAll(own.id, own.id.toUpperCase()));
  expect(schema.parse(loud)).toEqual(wish);
});
