import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { demoList, demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { newAccount } from '../../../test/frozen-scenario.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildAttachment, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { buildRegistration, claimSeat, insertWorkshop } from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { after, days, minutes } from '../../kernel/clock.ts';
import { screenAllCustomers, screenNames } from '../screening/screen-names.ts';
import { screenPayers as screenPayersOfOrders } from '../trading/risk-checks/screen-counterparties.ts';
import { screenPayers, startReleased } from './jobs.ts';

/** Customers stay screened after closing their account, and payers are screened before the product starts. */
const server = await serverWithoutFaults();
const { services, owner } = server;
const { recordFunds } = await setUpUnallocated(server);
const { rowsOf } = setUpSuspicions(server);
const { act, finance, prepares, compliance, approves, records } = await createRefundTools(server);
const name = 'Marlon Samuelson';
type Customer = { readonly id: string; readonly email: string; readonly cookie: string };
const closeAccount = ({ email, cookie }: Customer) =>
  act('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
const line = (paymentId: string, more: object = {}) => buildBankReceipt(paymentId, { payerHolder: name, ...more });
const [head] = demoList.split('\n');
const list = {
  csv: `${head}\nX-8,SAMUELSON Marlon,person,sanctioned,,1990-04-12,JM,LOCAL,\n`,
  ...{ fileName: 'own.csv', publishedOn: '2026-11-21', proposalId: null },
};
const countHits = async ({ id }: Customer) =>
  (await rowsOf('select id from name_hits where user_id = $1', [id])).length;
const countScreenings = async ({ id }: Customer) =>
  (
    await rowsOf(
      `select id from pgboss.job where name = 'screening.names' and data->>'userId' = $1 and state = 'created'`,
      [id],
    )
  ).length;

test('closing an account is refused while a payment is claimed, refunded or for a future seat', async () => {
  const claims = await newCustomer(server, name);
  await claimPlan(server, claims.cookie);
  expect(await closeAccount(claims)).toBe('accounts.money_under_way');
  const refunded = await newCustomer(server, name);
  const paymentId = await claimPlan(server, refunded.cookie);
  expect(await act('paymentsDesk/receive', line(paymentId))).toBe('done');
  expect(await prepares(paymentId, null)).toBe('done');
  expect(await closeAccount(refunded)).toBe('accounts.money_under_way');
  expect(await approves(paymentId)).toBe('done');
  expect(await closeAccount(refunded)).toBe('accounts.money_under_way');
  const attendee = await newCustomer(server, name);
  const place = await claimSeat(server, attendee.cookie, buildRegistration(await insertWorkshop(server)));
  expect(await act('paymentsDesk/receive', line(place, { amount: '4000' }))).toBe('done');
  expect(await closeAccount(attendee)).toBe('accounts.money_under_way');
  await rowsOf(
    `update workshop_sessions set start_at = now() - interval '3 hours', end_at = now() - interval '1 hour'`,
  );
  expect(await closeAccount(attendee)).toBe('done');
});

test('closing an account with an unpaid payment or a running plan is allowed', async () => {
  const waits = await newCustomer(server, name);
  await subscribe(server, waits.cookie);
  expect(await closeAccount(waits)).toBe('done');
  const runs = await newCustomer(server, name);
  expect(await act('paymentsDesk/receive', line(await claimPlan(server, runs.cookie)))).toBe('done');
  expect(await closeAccount(runs)).toBe('done');
});

test('a closed account that can still pay or be refunded is screened against new lists', async () => {
  const [waits, cancelled] = [await newCustomer(server, name), await newCustomer(server, name)];
  await subscribe(server, waits.cookie);
  const called = await subscribe(server, cancelled.cookie);
  expect(await act('payments/cancel', { paymentId: called.body.paymentId }, cancelled.cookie)).toBe('done');
  expect([await closeAccount(waits), await closeAccount(cancelled)]).toEqual(['done', 'done']);
  expect(await act('screening/importLocal', list, compliance)).toBe('done');
  await screenAllCustomers(services, null);
  expect([await countHits(waits), await countHits(cancelled)]).toEqual([1, 0]);

  const before = await countScreenings(cancelled);
  expect(await act('paymentsDesk/receive', line(called.body.paymentId))).toBe('done');
  expect(await countScreenings(cancelled)).toBe(before + 1);
  await screenNames(services, { userId: cancelled.id });
  expect(await countHits(cancelled)).toBe(1);
});

const unlisted = 'Delroy Bennett';

test("receiving money and refunding a closed account screen the customer's name", async () => {
  const runs = await newCustomer(server, unlisted);
  const paymentId = await claimPlan(server, runs.cookie);
  const before = await countScreenings(runs);
  expect(await act('paymentsDesk/receive', line(paymentId, { payerHolder: unlisted }))).toBe('done');
  expect(await countScreenings(runs)).toBe(before + 1);
  expect(await closeAccount(runs)).toBe('done');
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await countScreenings(runs)).toBe(before + 2);

  const attached = await newCustomer(server, unlisted);
  const [due] = await rowsOf<{ id: string; reference: string }>('select id, reference from payments where id = $1', [
    await claimPlan(server, attached.cookie),
  ]);
  const money = await recordFunds('LOOKED AT 1', { amount: '6000', payerHolder: unlisted });
  const earlier = await countScreenings(attached);
  expect(await act('unallocated/attach', buildAttachment(money, due ?? { reference: '' }, '6000'))).toBe('done');
  expect(await countScreenings(attached)).toBe(earlier + 1);
});

const admin = await createSession(server, 'admin');
const listed = `${demoListedPerson.firstName} ${demoListedPerson.lastName}`;
const relative = { payerHolder: 'Rupert Unrelated', note: 'Her uncle pays for her' };

/** Uses a new account, because a frozen customer's account blocks other customers too. */
const listedPayer = () => ({ ...relative, payerHolder: listed, payerAccount: newAccount() });
const isHeld = async (id: string) =>
  (
    await rowsOf(`select held from payments where id = $1 union all select held from transactions where id = $1`, [id])
  )[0]?.['held'];
const alertsOf = (userId: string) =>
  rowsOf<{ alert_type: string; description: string }>(
    'select alert_type, description from transaction_alerts where user_id = $1 order by created_at',
    [userId],
  );
const runScreening = async () => {
  await screenPayers(services);
  await screenPayersOfOrders(services);
  await startReleased(services, payables);
};

async function clearListHits(userId: string): Promise<void> {
  const decision = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
  for (const { id: hitId } of await rowsOf<{ id: string }>(
    `select id from name_hits where user_id = $1 and state = 'open'`,
    [userId],
  )) {
    expect(await act('screening/decideHit', { hitId, ...decision }, compliance)).toBe('done');
    const [proposal] = await rowsOf<{ id: string }>(
      `select id from proposals where kind = 'match' and subject = $1 and state = 'open'`,
      [hitId],
    );
    expect(await act('screening/decideHit', { hitId, ...decision, proposalId: proposal?.id }, admin)).toBe('done');
  }
}

async function confirmOrder(userCookie: string, payer: object) {
  const { orderId } = await placePaidBuy(server, userCookie, { amount: '4000' });
  expect(await act('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '4000' }), ...payer })).toBe('done');
  expect(await act('desk/startProcessing', { orderId, note: '' })).toBe('done');
  const step = (path: string, by = finance) => act(`desk/${path}`, { orderId, note: '' }, by);
  return { orderId, step };
}

test('a plan paid by a listed person starts only after two people of compliance clear them', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const id = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(id, listedPayer()))).toBe('done');
  expect(await isHeld(id)).toBe(true);
  await runScreening();
  expect(await isHeld(id)).toBe(true);
  expect(await alertsOf(customer.id)).toMatchObject([
    { alert_type: 'name_match', description: expect.stringContaining('The payer of') },
  ]);
  expect(await prepares(id, null)).toBe('desk.not_screened');
  await clearListHits(customer.id);
  await runScreening();
  expect(await isHeld(id)).toBe(false);
});

test('a plan paid by a listed organisation is held even if its customer used that name', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const id = await claimPlan(server, mule.cookie);
  const newName = { firstName: 'Demo Mixer', lastName: 'Nonesuch' };
  expect(await act('accountPages/updateProfile', newName, mule.cookie)).toBe('done');
  const payer = { payerHolder: 'Demo Mixer Nonesuch', payerAccount: newAccount() };
  expect(await act('paymentsDesk/receive', buildBankReceipt(id, payer))).toBe('done');
  expect(await act('accountPages/updateProfile', { firstName: 'Mary', lastName: 'Mule' }, mule.cookie)).toBe('done');
  await runScreening();
  expect([await isHeld(id), (await alertsOf(mule.id)).length]).toEqual([true, 1]);
  expect(await prepares(id, null)).toBe('desk.not_screened');
});

test('a seat held until its workshop starts is cancelled and refunded', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '2 days' });
  const customer = await newCustomer(server, 'Ina Brown');
  const id = await claimSeat(server, customer.cookie, buildRegistration(sessionId));
  expect(await act('paymentsDesk/receive', buildBankReceipt(id, { amount: '4000', ...listedPayer() }))).toBe('done');
  await runScreening();
  await clearListHits(customer.id);
  server.setTime(after(new Date(), days(2) + minutes(1)));
  await runScreening();
  const query = `select p.held, p.ended, p.awaits_staff, r.status from payments p
    join workshop_registrations r on r.id = p.payable_id where p.id = $1`;
  expect(await rowsOf(query, [id])).toEqual([
    { held: false, ended: 'refunded', awaits_staff: true, status: 'cancelled' },
  ]);
});

test('a confirmed listed payer is refunded only after two people of compliance approve', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const id = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(id, listedPayer()))).toBe('done');
  await runScreening();
  const [hit] = await rowsOf<{ id: string }>(`select id from name_hits where user_id = $1`, [customer.id]);
  const decision = {
    hitId: hit?.id,
    decision: 'confirm',
    reasonCode: 'authority_confirmed',
    note: 'It is this party.',
  };
  expect(await act('screening/decideHit', decision, compliance)).toBe('done');
  expect(await prepares(id, null)).toBe('desk.customer_frozen');
  expect(await act('compliance/proposeFrozenReturn', { orderId: id, note: 'To see' }, compliance)).toBe('done');
  const [proposal] = await rowsOf<{ id: string }>(
    `select id from proposals where kind = 'frozen_return' and subject = $1`,
    [id],
  );
  const agreed = { proposalId: proposal?.id, decision: 'approve', note: '' };
  expect(await act('compliance/decideFrozen', agreed, admin)).toBe('done');
  expect([await prepares(id, null), await approves(id), await records(id)]).toEqual(['done', 'done', 'done']);
});

test('a plan paid by an unlisted person starts immediately', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const id = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(id, relative))).toBe('done');
  expect(await isHeld(id)).toBe(false);
});

test('the name on a card is screened like that on a bank line', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId, { name: listed }))).toBe(200);
  await handleEvents(server);
  await runScreening();
  expect([await isHeld(paymentId), (await alertsOf(customer.id)).length]).toEqual([true, 1]);
});

test('a payout for money of a listed payer is refused', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const { orderId, step } = await confirmOrder(mule.cookie, listedPayer());
  expect(await step('preparePayout')).toBe('desk.not_screened');
  expect(await screenPayersOfOrders(services)).toBe(1);
  expect(await screenPayersOfOrders(services)).toBe(0);
  expect(await rowsOf('select held, hold_reason from transactions where id = $1', [orderId])).toEqual([
    { held: true, hold_reason: 'holder_listed' },
  ]);
  expect(await alertsOf(mule.id)).toMatchObject([{ alert_type: 'name_match' }]);
});

test('a payout for an unlisted payer is refused once a list names them', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId, step } = await confirmOrder(customer.cookie, relative);
  expect([await step('preparePayout'), await step('approvePayout', admin)]).toEqual(['done', 'done']);
  const sent = buildSent(orderId, randomBytes(32).toString('hex'));
  const longer = {
    csv: `${list.csv}X-9,UNRELATED Rupert,person,sanctioned,,,,LOCAL,\n`,
    fileName: 'own.csv',
    publishedOn: '2026-11-22',
    proposalId: null,
  };
  expect(await act('screening/importLocal', longer, compliance)).toBe('done');
  expect(await act('desk/recordSent', sent)).toBe('desk.not_screened');
  expect(await screenPayersOfOrders(services)).toBe(1);
  expect(await isHeld(orderId)).toBe(true);
});

test('the database rejects payouts and fulfilment before screening', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await confirmOrder(customer.cookie, { payerHolder: 'Ina Brown' });
  const forget = 'update payer_screenings set list_versions = null where due_id = $1';
  const prepare = `update transactions set pay_out = 'prepared' where id = $1`;
  await owner.query(forget, [orderId]);
  await expect(owner.query(prepare, [orderId])).rejects.toThrow('requires a clear sanctions screening');
  await runScreening();
  await owner.query(prepare, [orderId]);
  const id = await claimPlan(server, customer.cookie);
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
