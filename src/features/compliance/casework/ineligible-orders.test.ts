import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, sell, upload } from '../../../../test/orders.ts';
import { approveAs, newCustomer, submitCheck } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import type { CaseView } from '../views.ts';

const server = await serverWithoutFaults();
const { call, signIn } = server;
const { rowsOf, caseAbout } = setUpSuspicions(server);
const [finance, compliance, admin] = [await signIn('finance'), await signIn('compliance'), await signIn('admin')];

type Code = { code?: string; proposalId?: string };
const note = 'The documents were checked';
const confirmArrival = (orderId: string, amount: string) =>
  call('desk/confirmReceived', buildPayIn(orderId, { amount, reference: randomBytes(32).toString('hex') }), finance);
const release = (orderId: string) => call<Code>('desk/release', { orderId, note: '' }, compliance);
const holdStatus = async (orderId: string) =>
  (await rowsOf('select held, hold_reason reason from transactions where id = $1', [orderId]))[0];

/** Releases the order with two people. Returns the order as the case showed it before the release. */
async function releaseWithTwoPeople(userId: string, orderId: string) {
  const caseId = await caseAbout(userId, compliance, { orders: [orderId] });
  const [shown] = (await call<CaseView>('compliance/case', { caseId }, compliance)).body.orderLines;
  const alone = await call<Code>('compliance/releaseOrder', { caseId, orderId, note }, compliance);
  expect(alone.body.code).toBe('desk.two_people_needed');
  const { body } = await call<Code>('compliance/proposeRelease', { caseId, orderId, note }, compliance);
  const decide = { proposalId: body.proposalId, decision: 'approve', note: '' };
  expect((await call<Code>('compliance/decideRelease', decide, compliance)).body.code).toBe(
    'approvals.second_person_needed',
  );
  expect((await call('compliance/decideRelease', decide, admin)).status).toBe(200);
  expect(await holdStatus(orderId)).toEqual({ held: false, reason: null });
  return shown;
}

test('an order over the limit of an unverified customer needs two people, with any hold reason', async () => {
  const customer = await newCustomer(server, 'Ina Newcomer');
  const { body, status } = await sell(server, customer.cookie, { amount: '0.05', holder: 'Ina Newcomer' });
  expect(status).toBe(200);
  await confirmArrival(body.orderId, '0.05');
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  await server.owner.query(`update transactions set hold_reason = 'screened_later' where id = $1`, [body.orderId]);
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  expect(await releaseWithTwoPeople(customer.id, body.orderId)).toMatchObject({
    misfit: 'limit_exceeded_after_sending',
    twoPeople: true,
    mayRelease: true,
  });
});

test('a large sell without documents needs two people even within the limits', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  // A transfer slip does not show the source of funds.
  const { body: slip } = await upload(server, customer.cookie);
  const funds = { sourceOfFunds: 'savings', sourceOfFundsFile: slip.id };
  const { body } = await sell(server, customer.cookie, { amount: '0.02', holder: 'Ina Brown', ...funds });
  await confirmArrival(body.orderId, '0.02');
  for (const tier of [1, 2] as const) await approveAs(server, await submitCheck(server, customer, tier), compliance);
  await approveAs(server, await submitCheck(server, customer, 3), compliance, admin);
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  expect(await releaseWithTwoPeople(customer.id, body.orderId)).toMatchObject({
    misfit: 'source_of_funds',
    twoPeople: true,
  });
});

test('one person may release an order of a customer approved meanwhile', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await sell(server, customer.cookie, {
    amount: '0.002',
    holder: 'Ina Brown',
    accountNumber: '500-000-001',
  });
  await confirmArrival(body.orderId, '0.002');
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  await approveAs(server, await submitCheck(server, customer, 1), compliance);
  const caseId = await caseAbout(customer.id, compliance, { orders: [body.orderId] });
  const asked = { caseId, orderId: body.orderId, note };
  expect((await call<Code>('compliance/proposeRelease', asked, compliance)).body.code).toBe(
    'compliance.one_person_is_enough',
  );
  expect((await release(body.orderId)).status).toBe(200);
});

test('one person may release an order below the minimum size only within the limit', async () => {
  const smallest = JSON.stringify(demoSettings.order_sizes);
  await server.owner.query(`insert into setting_versions (key, value) values ('order_sizes', $1)`, [smallest]);
  const customer = await newCustomer(server, 'Ina Small');
  const placeSell = async (dollars: number) => {
    const asked = { symbol: 'BTC', amount: '0.001' };
    const { body: quote } = await call<{ gross: { minor: string } }>('trading/quoteSell', asked, customer.cookie);
    const amount = ((dollars * 0.1) / Number(quote.gross.minor)).toFixed(8);
    const bank = { holder: 'Ina Small', accountNumber: '500-000-002' };
    const { body } = await sell(server, customer.cookie, { amount, ...bank });
    expect((await confirmArrival(body.orderId, amount)).status).toBe(200);
    return body.orderId;
  };
  const reason = 'limit_exceeded_after_sending';
  const small = await placeSell(500);
  expect(await holdStatus(small)).toEqual({ held: true, reason });
  expect((await release(small)).status).toBe(200);
  expect(await holdStatus(await placeSell(3800))).toEqual({ held: false, reason: null });
  // US$25 a month are J$4,375: this order would exceed them.
  const over = await placeSell(500);
  expect((await release(over)).body.code).toBe('desk.two_people_needed');
  expect(await releaseWithTwoPeople(customer.id, over)).toMatchObject({ misfit: reason, twoPeople: true });
});
