import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { cameIn, sell, upload } from '../../../test/orders.ts';
import { approveAs, handIn, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { CaseView } from '../compliance/views.ts';
import { demoSettings } from '../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { call, signIn } = server;
const { rowsOf, caseAbout } = suspicionsOn(server);
const [finance, compliance, admin] = [await signIn('finance'), await signIn('compliance'), await signIn('admin')];

type Code = { code?: string; proposalId?: string };
const note = 'The papers were looked at';
const arrived = (orderId: string, amount: string) =>
  call('desk/confirmReceived', cameIn(orderId, { amount, reference: randomBytes(32).toString('hex') }), finance);
const release = (orderId: string) => call<Code>('desk/release', { orderId, note: '' }, compliance);
const held = async (orderId: string) =>
  (await rowsOf('select held, hold_reason reason from transactions where id = $1', [orderId]))[0];

/** The order is let go by two in a case; what the case said of it, and that one person of it could not. */
async function releasedByTwo(userId: string, orderId: string) {
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
  expect(await held(orderId)).toEqual({ held: false, reason: null });
  return shown;
}

test('nobody of no tier is let past cap and gate by one officer, whatever holds the order by then', async () => {
  const customer = await newCustomer(server, 'Ina Nobody');
  const { body, status } = await sell(server, customer.cookie, { amount: '0.05', holder: 'Ina Nobody' });
  expect(status).toBe(200);
  await arrived(body.orderId, '0.05');
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  // Screening that was down in between put its own reason there.
  await server.owner.query(`update transactions set hold_reason = 'screened_later' where id = $1`, [body.orderId]);
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  expect(await releasedByTwo(customer.id, body.orderId)).toMatchObject({
    misfit: 'limit_exceeded_after_sending',
    twoPeople: true,
    mayRelease: true,
  });
});

test('a large sell without its papers takes two people also where its limits are open by now', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  // A slip of the transfer shows nothing of where the coins are from.
  const { body: slip } = await upload(server, customer.cookie);
  const funds = { sourceOfFunds: 'savings', sourceOfFundsFile: slip.id };
  const { body } = await sell(server, customer.cookie, { amount: '0.02', holder: 'Ina Brown', ...funds });
  await arrived(body.orderId, '0.02');
  for (const tier of [1, 2] as const) await approveAs(server, await handIn(server, customer, tier), compliance);
  await approveAs(server, await handIn(server, customer, 3), compliance, admin);
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  expect(await releasedByTwo(customer.id, body.orderId)).toMatchObject({ misfit: 'source_of_funds', twoPeople: true });
});

test('whoever is approved by the time of the release may be let go by one', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await sell(server, customer.cookie, {
    amount: '0.002',
    holder: 'Ina Brown',
    accountNumber: '500-000-001',
  });
  await arrived(body.orderId, '0.002');
  expect((await release(body.orderId)).body.code).toBe('desk.two_people_needed');
  await approveAs(server, await handIn(server, customer, 1), compliance);
  const caseId = await caseAbout(customer.id, compliance, { orders: [body.orderId] });
  const asked = { caseId, orderId: body.orderId, note };
  expect((await call<Code>('compliance/proposeRelease', asked, compliance)).body.code).toBe(
    'compliance.one_person_is_enough',
  );
  expect((await release(body.orderId)).status).toBe(200);
});

test('below the smallest order one officer lets go what the cap leaves room for, and nothing beyond it', async () => {
  const smallest = JSON.stringify(demoSettings.order_sizes);
  await server.owner.query(`insert into setting_versions (key, value) values ('order_sizes', $1)`, [smallest]);
  const customer = await newCustomer(server, 'Ina Small');
  /** A sell of about so many J$, whose coins are here. */
  const sold = async (dollars: number) => {
    const asked = { symbol: 'BTC', amount: '0.001' };
    const { body: quote } = await call<{ gross: { minor: string } }>('trading/quoteSell', asked, customer.cookie);
    const amount = ((dollars * 0.1) / Number(quote.gross.minor)).toFixed(8);
    const bank = { holder: 'Ina Small', accountNumber: '500-000-002' };
    const { body } = await sell(server, customer.cookie, { amount, ...bank });
    expect((await arrived(body.orderId, amount)).status).toBe(200);
    return body.orderId;
  };
  const reason = 'limit_exceeded_after_sending';
  const small = await sold(500);
  expect(await held(small)).toEqual({ held: true, reason });
  expect((await release(small)).status).toBe(200);
  expect(await held(await sold(3800))).toEqual({ held: false, reason: null });
  // US$25 a month are J$4,375: with this one they would be passed.
  const over = await sold(500);
  expect((await release(over)).body.code).toBe('desk.two_people_needed');
  expect(await releasedByTwo(customer.id, over)).toMatchObject({ misfit: reason, twoPeople: true });
});
