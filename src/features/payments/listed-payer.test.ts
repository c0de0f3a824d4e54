import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { cameIn, paidBuy, wasSent } from '../../../test/orders.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newAccount } from '../../../test/stopped.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { claimedPlace, registering, sessionOn } from '../../../test/workshops.ts';
import { after, days, minutes } from '../../kernel/clock.ts';
import { payables } from '../../payables.ts';
import { screenPayers as screenPayersOfOrders } from '../trading/judging/screen-holders.ts';
import { beginHeld, screenPayers } from './jobs.ts';

/** Whoever pays under another name than the customer's is compared with the lists before anything comes of it. */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { rowsOf } = suspicionsOn(server);
const { act, finance, prepares, compliance, approves, records } = await givingBack(server);
const admin = await sessionFor(server, 'admin');
const listed = `${demoListedPerson.firstName} ${demoListedPerson.lastName}`;
const uncle = { payerHolder: 'Rupert Unrelated', note: 'Her uncle pays for her' };
/** From an account of nobody else: whoever is frozen is known by theirs. */
const stranger = () => ({ ...uncle, payerHolder: listed, payerAccount: newAccount() });

const isHeld = async (id: string) =>
  (
    await rowsOf(`select held from payments where id = $1 union all select held from transactions where id = $1`, [id])
  )[0]?.['held'];
const alertsOf = (userId: string) =>
  rowsOf<{ alert_type: string; description: string }>(
    'select alert_type, description from transaction_alerts where user_id = $1 order by created_at',
    [userId],
  );
const looks = async () => {
  await screenPayers(services);
  await screenPayersOfOrders(services);
  await beginHeld(services, payables);
};

/** Two of compliance say that each match of a customer is somebody else. */
async function clearByTwo(userId: string): Promise<void> {
  const said = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
  for (const { id: hitId } of await rowsOf<{ id: string }>(
    `select id from name_hits where user_id = $1 and state = 'open'`,
    [userId],
  )) {
    expect(await act('screening/decideHit', { hitId, ...said }, compliance)).toBe('done');
    const [waits] = await rowsOf<{ id: string }>(
      `select id from proposals where kind = 'match' and subject = $1 and state = 'open'`,
      [hitId],
    );
    expect(await act('screening/decideHit', { hitId, ...said, proposalId: waits?.id }, admin)).toBe('done');
  }
}

async function ofOrder(userCookie: string, payer: object) {
  const { orderId } = await paidBuy(server, userCookie, { amount: '4000' });
  expect(await act('desk/confirmReceived', { ...cameIn(orderId, { amount: '4000' }), ...payer })).toBe('done');
  expect(await act('desk/startProcessing', { orderId, note: '' })).toBe('done');
  const step = (path: string, by = finance) => act(`desk/${path}`, { orderId, note: '' }, by);
  return { orderId, step };
}

test('a plan that a listed party pays for begins only after two of compliance cleared who it is', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const id = await claimedPlan(server, ina.cookie);
  expect(await act('paymentsDesk/receive', bankLine(id, stranger()))).toBe('done');
  expect(await isHeld(id)).toBe(true);
  await looks();
  expect(await isHeld(id)).toBe(true);
  expect(await alertsOf(ina.id)).toMatchObject([
    { alert_type: 'name_match', description: expect.stringContaining('Who paid') },
  ]);
  // Nor does it go back to whom a list stops.
  expect(await prepares(id, null)).toBe('payments.payee_not_clear');
  await clearByTwo(ina.id);
  await looks();
  expect(await isHeld(id)).toBe(false);
});

test('a plan that a listed organisation pays for is held also where its customer bears that name', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const id = await claimedPlan(server, mule.cookie);
  const taken = { firstName: 'Demo Mixer', lastName: 'Nonesuch' };
  expect(await act('accountPages/updateProfile', taken, mule.cookie)).toBe('done');
  const payer = { payerHolder: 'Demo Mixer Nonesuch', payerAccount: newAccount() };
  expect(await act('paymentsDesk/receive', bankLine(id, payer))).toBe('done');
  expect(await act('accountPages/updateProfile', { firstName: 'Mary', lastName: 'Mule' }, mule.cookie)).toBe('done');
  await looks();
  expect([await isHeld(id), (await alertsOf(mule.id)).length]).toEqual([true, 1]);
  expect(await prepares(id, null)).toBe('payments.payee_not_clear');
});

test('a place whose money is held until its workshop has begun is nobody’s: its money waits to go back', async () => {
  const sessionId = await sessionOn(server, { startsIn: '2 days' });
  const ina = await newCustomer(server, 'Ina Brown');
  const id = await claimedPlace(server, ina.cookie, registering(sessionId));
  expect(await act('paymentsDesk/receive', bankLine(id, { amount: '4000', ...stranger() }))).toBe('done');
  await looks();
  await clearByTwo(ina.id);
  server.setTime(after(new Date(), days(2) + minutes(1)));
  await looks();
  const query = `select p.held, p.ended, p.awaits_staff, r.status from payments p
    join workshop_registrations r on r.id = p.payable_id where p.id = $1`;
  expect(await rowsOf(query, [id])).toEqual([
    { held: false, ended: 'refunded', awaits_staff: true, status: 'cancelled' },
  ]);
});

test('what a listed party paid goes back once that is confirmed, and two of compliance decide it', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const id = await claimedPlan(server, ina.cookie);
  expect(await act('paymentsDesk/receive', bankLine(id, stranger()))).toBe('done');
  await looks();
  const [hit] = await rowsOf<{ id: string }>(`select id from name_hits where user_id = $1`, [ina.id]);
  const said = { hitId: hit?.id, decision: 'confirm', reasonCode: 'authority_confirmed', note: 'It is this party.' };
  expect(await act('screening/decideHit', said, compliance)).toBe('done');
  expect(await prepares(id, null)).toBe('payments.stopped');
  expect(await act('compliance/proposeFrozenReturn', { orderId: id, note: 'To see' }, compliance)).toBe('done');
  const [asked] = await rowsOf<{ id: string }>(
    `select id from proposals where kind = 'frozen_return' and subject = $1`,
    [id],
  );
  const agreed = { proposalId: asked?.id, decision: 'approve', note: '' };
  expect(await act('compliance/decideFrozen', agreed, admin)).toBe('done');
  expect([await prepares(id, null), await approves(id), await records(id)]).toEqual(['done', 'done', 'done']);
});

test('a plan that somebody else pays for begins at once where they are like nobody on a list', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const id = await claimedPlan(server, ina.cookie);
  expect(await act('paymentsDesk/receive', bankLine(id, uncle))).toBe('done');
  expect(await isHeld(id)).toBe(false);
  expect([await prepares(id, null), await approves(id), await records(id)]).toEqual(['done', 'done', 'done']);
});

test('the name on a card is compared with the lists as that on a bank line', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, ina.cookie);
  expect(await sendHook(server, sandboxSays(paymentId, { name: listed }))).toBe(200);
  await handleEvents(server);
  await looks();
  expect([await isHeld(paymentId), (await alertsOf(ina.id)).length]).toEqual([true, 1]);
});

test('no coins leave for what a listed party paid from their own account', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const { orderId, step } = await ofOrder(mule.cookie, stranger());
  // Not even before the look that holds it.
  expect(await step('preparePayout')).toBe('desk.not_screened');
  expect(await screenPayersOfOrders(services)).toBe(1);
  expect(await screenPayersOfOrders(services)).toBe(0);
  expect(await rowsOf('select held, hold_reason from transactions where id = $1', [orderId])).toEqual([
    { held: true, hold_reason: 'holder_listed' },
  ]);
  expect(await alertsOf(mule.id)).toMatchObject([{ alert_type: 'name_match' }]);
});

test('coins leave for what somebody else paid who is like nobody on a list, until a list names them', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId, step } = await ofOrder(ina.cookie, uncle);
  expect([await step('preparePayout'), await step('approvePayout', admin)]).toEqual(['done', 'done']);
  const sent = wasSent(orderId, randomBytes(32).toString('hex'));
  const list = {
    csv: 'ref,name\nX-9,UNRELATED Rupert\n',
    fileName: 'own.csv',
    publishedOn: '2026-11-21',
    proposalId: null,
  };
  expect(await act('screening/importLocal', list, compliance)).toBe('done');
  expect(await act('desk/recordSent', sent)).toBe('desk.not_screened');
  expect(await screenPayersOfOrders(services)).toBe(1);
  expect(await isHeld(orderId)).toBe(true);
});

test('the database pays nothing out, and begins nothing, before who paid was compared', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = await ofOrder(ina.cookie, { payerHolder: 'Ina Brown' });
  const forget = 'update compared_payers set compared_with = null where due_id = $1';
  const prepare = `update transactions set pay_out = 'prepared' where id = $1`;
  await owner.query(forget, [orderId]);
  await expect(owner.query(prepare, [orderId])).rejects.toThrow('compared with the lists');
  await looks();
  await owner.query(prepare, [orderId]);
  const id = await claimedPlan(server, ina.cookie);
  const line = await owner.connect();
  try {
    await line.query('begin');
    await line.query(
      `insert into movements (payment_id, user_id, direction, asset, amount, rail, holder, reference, reference_key,
          moved_at, recorded_at)
        select id, user_id, 'in', 'JMD', amount_jmd, 'bank', 'Ina Brown', id, id, now(), now() from payments where id = $1`,
      [id],
    );
    const { rows } = await line.query(`update payments set pay_in = 'received' where id = $1 returning held`, [id]);
    expect(rows).toEqual([{ held: true }]);
  } finally {
    await line.query('rollback');
    line.release();
  }
});
