import { expect, test } from 'vitest';
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
