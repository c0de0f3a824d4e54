import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { givingBack } from '../../../../test/giving-back.ts';
import { cameIn, paidBuy, sell } from '../../../../test/orders.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { newAccount } from '../../../../test/stopped.ts';
import { type Customer, newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { screenNames } from '../../screening/screen-names.ts';
import { screenPayers } from './screen-holders.ts';

/** A name is the customer's own once it stands on approved papers; until then whoever bears it is compared by it. */
const server = await serverUnderTest();
const { call, faults, owner, services } = server;
const { rowsOf } = suspicionsOn(server);
const { act, compliance } = await givingBack(server);
const admin = await sessionFor(server, 'admin');
const listed = 'Demo Mixer Nonesuch';
afterEach(() => expect(faults.splice(0)).toEqual([]));

const rename = async ({ cookie }: Customer, firstName: string, lastName: string) =>
  expect((await call('accountPages/updateProfile', { firstName, lastName }, cookie)).status).toBe(200);
const papers = ({ id }: Customer, status: 'approved' | 'rejected') =>
  owner.query(`insert into kyc_submissions (user_id, tier, status, decided_at) values ($1, 1, $2, now())`, [
    id,
    status,
  ]);
const comparedWith = async (orderId: string) =>
  (await rowsOf('select compared_with from compared_payers where due_id = $1', [orderId]))[0]?.['compared_with'];
const holdOf = async (orderId: string) =>
  (await rowsOf('select hold_reason from transactions where id = $1', [orderId]))[0]?.['hold_reason'];
const toldOf = ({ id }: Customer) =>
  rowsOf<{ description: string }>('select description from transaction_alerts where user_id = $1 order by created_at', [
    id,
  ]).then((alerts) => alerts.map(({ description }) => description));

async function boughtBy({ cookie }: Customer): Promise<string> {
  return (await paidBuy(server, cookie, { amount: '4000' })).orderId;
}
const paidUnder = (orderId: string, payerHolder: string) =>
  act('desk/confirmReceived', {
    ...cameIn(orderId, { amount: '4000' }),
    ...{ payerHolder, payerAccount: newAccount() },
  });
async function soldBy({ cookie }: Customer, holder: string): Promise<string> {
  const { body } = await sell(server, cookie, { amount: '0.0002', holder, accountNumber: newAccount() });
  const came = cameIn(body.orderId, { amount: '0.0002', reference: randomBytes(32).toString('hex') });
  expect(await act('desk/confirmReceived', came)).toBe('done');
  return body.orderId;
}
async function prepares(orderId: string) {
  await act('desk/startProcessing', { orderId, note: '' });
  return act('desk/preparePayout', { orderId, note: '' });
}

/** Two of compliance say of each match that waits that it is somebody else, and of what the next look finds. */
async function clearAll({ id }: Customer): Promise<void> {
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
  [listed, 'Demo Mixer', 'Nonesuch'],
  [`${demoListedPerson.firstName} ${demoListedPerson.lastName}`, demoListedPerson.firstName, demoListedPerson.lastName],
])('no coins leave for what %s paid, whose name the customer bore when it was seen', async (name, first, last) => {
  const mule = await newCustomer(server, 'Mary Mule');
  const orderId = await boughtBy(mule);
  await rename(mule, first, last);
  expect(await paidUnder(orderId, name)).toBe('done');
  await rename(mule, 'Mary', 'Mule');
  expect(await prepares(orderId)).toBe('desk.not_screened');
  expect([await screenPayers(services), await holdOf(orderId)]).toEqual([1, 'holder_listed']);
  expect(await toldOf(mule)).toEqual([expect.stringContaining('Who paid for order')]);
});

test('nothing is paid into the account of a listed organisation whose name its customer took', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  await rename(mule, 'Demo Mixer', 'Nonesuch');
  const orderId = await soldBy(mule, listed);
  expect(await prepares(orderId)).toBe('desk.not_screened');
  expect([await screenPayers(services), await holdOf(orderId)]).toEqual([1, 'holder_listed']);
  expect(await toldOf(mule)).toEqual([expect.stringContaining('by the name on the account')]);
});

test('whoever sells under a name that is on no list is paid, and a list of later stops it', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const orderId = await soldBy(ina, 'Ina Brown');
  expect(await prepares(orderId)).toBe('done');
  const file = { csv: 'ref,name\nX-9,BROWN Ina\n', fileName: 'own.csv', publishedOn: '2026-11-21', proposalId: null };
  expect(await act('screening/importLocal', file, compliance)).toBe('done');
  expect([await screenPayers(services), await holdOf(orderId)]).toEqual([1, 'holder_listed']);
});

test('nothing stands against an order of a listed person’s namesake once people cleared each match', async () => {
  const { firstName, lastName } = demoListedPerson;
  const namesake = await newCustomer(server, `${firstName} ${lastName}`);
  await screenNames(services, { userId: namesake.id });
  const orderId = await boughtBy(namesake);
  expect(await paidUnder(orderId, `${firstName} ${lastName}`)).toBe('done');
  await screenPayers(services);
  expect(await prepares(orderId)).not.toBe('done');
  await clearAll(namesake);
  expect(await rowsOf('select app.names_let_go($1, $2) clear', [orderId, '[]'])).toEqual([{ clear: true }]);
});

test('a name on approved papers is compared with the customer, and for itself once they stand no more', async () => {
  const ina = await newCustomer(server, 'Ina Verified');
  await papers(ina, 'approved');
  const [bought, sold] = [await boughtBy(ina), await soldBy(ina, 'Ina Verified')];
  expect(await paidUnder(bought, 'Ina Verified')).toBe('done');
  expect([await comparedWith(bought), await comparedWith(sold)]).toEqual(['own_name', 'own_name']);
  await papers(ina, 'rejected');
  const prepare = `update transactions set pay_out = 'prepared' where id = any($1)`;
  await expect(owner.query(prepare, [[bought, sold]])).rejects.toThrow('compared with the lists');
  expect(await screenPayers(services)).toBe(0);
  for (const orderId of [bought, sold]) expect(await comparedWith(orderId)).not.toBe('own_name');
  for (const orderId of [bought, sold]) expect(await prepares(orderId)).toBe('done');
});
