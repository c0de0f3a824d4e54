import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { newAccount } from '../../../../test/frozen-scenario.ts';
import { buildPayIn, placePaidBuy, sell } from '../../../../test/orders.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { screenNames } from '../../screening/screen-names.ts';
import { screenPayers } from './screen-counterparties.ts';

const server = await serverUnderTest();
const { call, faults, owner, services } = server;
const { rowsOf } = setUpSuspicions(server);
const { act, compliance } = await createRefundTools(server);
const admin = await createSession(server, 'admin');
const listedName = 'Demo Mixer Nonesuch';
afterEach(() => expect(faults.splice(0)).toEqual([]));

const rename = async ({ cookie }: Customer, firstName: string, lastName: string) =>
  expect((await call('accountPages/updateProfile', { firstName, lastName }, cookie)).status).toBe(200);
const submitPapers = ({ id }: Customer, status: 'approved' | 'rejected') =>
  owner.query(`insert into kyc_submissions (user_id, tier, status, decided_at) values ($1, 1, $2, now())`, [
    id,
    status,
  ]);
const compareNames = async (orderId: string) =>
  (await rowsOf('select list_versions from payer_screenings where due_id = $1', [orderId]))[0]?.['list_versions'];
const findHold = async (orderId: string) =>
  (await rowsOf('select hold_reason from transactions where id = $1', [orderId]))[0]?.['hold_reason'];
const findDescriptions = ({ id }: Customer) =>
  rowsOf<{ description: string }>('select description from transaction_alerts where user_id = $1 order by created_at', [
    id,
  ]).then((alerts) => alerts.map(({ description }) => description));

async function placeBuy({ cookie }: Customer): Promise<string> {
  return (await placePaidBuy(server, cookie, { amount: '4000' })).orderId;
}
const confirmUnder = (orderId: string, payerHolder: string) =>
  act('desk/confirmReceived', {
    ...buildPayIn(orderId, { amount: '4000' }),
    ...{ payerHolder, payerAccount: newAccount() },
  });
async function placeSell({ cookie }: Customer, holder: string): Promise<string> {
  const { body } = await sell(server, cookie, { amount: '0.0002', holder, accountNumber: newAccount() });
  const came = buildPayIn(body.orderId, { amount: '0.0002', reference: randomBytes(32).toString('hex') });
  expect(await act('desk/confirmReceived', came)).toBe('done');
  return body.orderId;
}
async function preparePayout(orderId: string) {
  await act('desk/startProcessing', { orderId, note: '' });
  return act('desk/preparePayout', { orderId, note: '' });
}

async function clearAllHits({ id }: Customer): Promise<void> {
  const said = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
  const open = async () => (await rowsOf(`select id from name_hits where user_id = $1 and state = 'open'`, [id]))[0];
  for (let hit = await open(); hit; hit = await open()) {
    const hitId = hit['id'];
    expect(await act('screening/decideHit', { hitId, ...said }, compliance)).toBe('done');
    const [waits] = await rowsOf(`select id from proposals where kind = 'match' and subject = $1 and state = 'open'`, [
      hitId,
    ]);
    if (waits)
      expect(await act('screening/decideHit', { hitId, ...said, proposalId: waits['id'] }, admin)).toBe('done');
    await screenPayers(services);
  }
}

test.each([
  [listedName, 'Demo Mixer', 'Nonesuch'],
  [`${demoListedPerson.firstName} ${demoListedPerson.lastName}`, demoListedPerson.firstName, demoListedPerson.lastName],
])('a payment by %s under the customer’s name of that time blocks the payout', async (name, first, last) => {
  const mule = await newCustomer(server, 'Mary Mule');
  const orderId = await placeBuy(mule);
  await rename(mule, first, last);
  expect(await confirmUnder(orderId, name)).toBe('done');
  await rename(mule, 'Mary', 'Mule');
  expect(await preparePayout(orderId)).toBe('desk.not_screened');
  expect([await screenPayers(services), await findHold(orderId)]).toEqual([1, 'holder_listed']);
  expect(await findDescriptions(mule)).toEqual([expect.stringContaining('The payer of order')]);
});

test('no payout goes to a listed organisation after the customer took its name', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  await rename(mule, 'Demo Mixer', 'Nonesuch');
  const orderId = await placeSell(mule, listedName);
  expect(await preparePayout(orderId)).toBe('desk.not_screened');
  expect([await screenPayers(services), await findHold(orderId)]).toEqual([1, 'holder_listed']);
  expect(await findDescriptions(mule)).toEqual([expect.stringContaining('as named on the account')]);
});

test('a sell under an unlisted name is paid, and a later list entry stops it', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const orderId = await placeSell(ina, 'Ina Brown');
  expect(await preparePayout(orderId)).toBe('done');
  const file = { csv: 'ref,name\nX-9,BROWN Ina\n', fileName: 'own.csv', publishedOn: '2026-11-21', proposalId: null };
  expect(await act('screening/importLocal', file, compliance)).toBe('done');
  expect([await screenPayers(services), await findHold(orderId)]).toEqual([1, 'holder_listed']);
});

test('a namesake of a listed person is not blocked once people cleared each match', async () => {
  const { firstName, lastName } = demoListedPerson;
  const namesake = await newCustomer(server, `${firstName} ${lastName}`);
  await screenNames(services, { userId: namesake.id });
  const orderId = await placeBuy(namesake);
  expect(await confirmUnder(orderId, `${firstName} ${lastName}`)).toBe('done');
  await screenPayers(services);
  expect(await preparePayout(orderId)).not.toBe('done');
  await clearAllHits(namesake);
  expect(await rowsOf('select app.are_names_cleared($1, $2) clear', [orderId, '[]'])).toEqual([{ clear: true }]);
});

test('an approved name is compared with the customer, and separately once it is replaced', async () => {
  const ina = await newCustomer(server, 'Ina Verified');
  await submitPapers(ina, 'approved');
  const [bought, sold] = [await placeBuy(ina), await placeSell(ina, 'Ina Verified')];
  expect(await confirmUnder(bought, 'Ina Verified')).toBe('done');
  expect([await compareNames(bought), await compareNames(sold)]).toEqual(['own_name', 'own_name']);
  await submitPapers(ina, 'rejected');
  const prepare = `update transactions set pay_out = 'prepared' where id = any($1)`;
  await expect(owner.query(prepare, [[bought, sold]])).rejects.toThrow('compared with the lists');
  expect(await screenPayers(services)).toBe(0);
  for (const orderId of [bought, sold]) expect(await compareNames(orderId)).not.toBe('own_name');
  for (const orderId of [bought, sold]) expect(await preparePayout(orderId)).toBe('done');
});
