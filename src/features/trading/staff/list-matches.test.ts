import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { newAccount } from '../../../../test/frozen-scenario.ts';
import { bitcoinAddress, buildPayIn, buildSent, buy, placePaidBuy, sell, upload } from '../../../../test/orders.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { type Customer, newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { CaseView } from '../../compliance/views.ts';
import { screenNames } from '../../screening/screen-names.ts';
import type { ListsView } from '../../screening/views.ts';
import { screenHolders, screenPayers } from '../risk-checks/screen-counterparties.ts';
import { screenOpen } from '../risk-checks/screen-open.ts';

const otherAddress = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';

const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;

const lines = ['ref,name,category,addresses'];
const buildList = (line: string) => {
  lines.push(line);
  return lines.join('\n');
};

test('a wallet listed after placing is not paid', async () => {
  const customer = await signIn('tier2');
  const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
  const { orderId } = await placePaidBuy(server, customer);
  const csv = buildList(`L-1,Lena Listed,sanctioned,XBT:${bitcoinAddress}`);
  const imported = await call(
    'screening/importLocal',
    { fileName: 'l.csv', publishedOn: '2026-11-21', csv },
    compliance,
  );
  expect(imported.status).toBe(200);
  const step = { orderId, note: '' };
  await call('desk/confirmReceived', buildPayIn(orderId), finance);
  await call('desk/startProcessing', step, finance);
  const prepared = await call('desk/preparePayout', step, finance);
  expect(prepared.body).toMatchObject({ code: 'desk.not_screened' });
  await call('desk/approvePayout', step, admin);
  await call('desk/recordSent', buildSent(orderId, 'a'.repeat(64)), finance);
  const { rows } = await owner.query('select pay_out from transactions where id = $1', [orderId]);
  expect(rows[0]).toEqual({ pay_out: 'none' });
});

test('staff answers never contain the assessment', async () => {
  const { orderId } = await placePaidBuy(server, await signIn('tier1'), { walletAddress: otherAddress });
  for (const role of ['support', 'finance', 'compliance', 'admin']) {
    const { status, body } = await call('desk/order', { orderId }, await signIn(role));
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/risk_score/);
  }
});

test('open orders with a newly listed wallet are held with alert and case, invisibly', async () => {
  const customer = await signIn('enhanced');
  const { orderId } = await placePaidBuy(server, customer, { walletAddress: otherAddress });
  await screenOpen(server.services);
  const shown = async () => (await call('trading/show', { orderId }, customer)).body;
  const before = await shown();
  const csv = buildList(`L-2,Other Person,sanctioned,XBT:${otherAddress}`);
  const compliance = await signIn('compliance');
  await call('screening/importLocal', { fileName: 'l.csv', publishedOn: '2026-11-22', csv }, compliance);
  expect(await screenOpen(server.services)).toBe(2);
  expect(await screenOpen(server.services)).toBe(0);
  const { rows } = await owner.query('select held, hold_reason reason from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ held: true, reason: 'wallet_flagged' }]);
  const alerts = await owner.query(
    `select a.priority, c.kind from transaction_alerts a join case_alerts l on l.alert_id = a.id
       join cases c on c.id = l.case_id where a.transaction_id = $1`,
    [orderId],
  );
  expect(alerts.rows).toEqual([{ priority: 'urgent', kind: 'wallet' }]);
  expect(await shown()).toEqual(before);
});

test('an order held for another reason is found when its wallet is listed, and takes two people', async () => {
  const address = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  const { orderId } = await placePaidBuy(server, await signIn('enhanced'), { walletAddress: address });
  const compliance = await signIn('compliance');
  await call('desk/hold', { orderId, reasonCode: 'source_of_funds', note: '' }, compliance);
  const csv = buildList(`L-3,Third Listed,sanctioned,XBT:${address}`);
  await call('screening/importLocal', { fileName: 'l.csv', publishedOn: '2026-11-23', csv }, compliance);
  const release = () => call<{ code?: string }>('desk/release', { orderId, note: '' }, compliance);
  expect((await release()).body.code).toBe('desk.screen_first');
  expect(await screenOpen(server.services)).toBe(1);
  const { rows } = await owner.query('select held, hold_reason reason from transactions where id = $1', [orderId]);
  expect(rows).toEqual([{ held: true, reason: 'wallet_flagged' }]);
  const alerts = await owner.query('select alert_type from transaction_alerts where transaction_id = $1', [orderId]);
  expect(alerts.rows).toContainEqual({ alert_type: 'wallet_blocked' });
  const empty = { fileName: 'l.csv', publishedOn: '2026-11-24', csv: 'ref,name\n' };
  await call('screening/importLocal', empty, compliance);
  const { body } = await call<ListsView>('screening/lists', undefined, compliance);
  const agreed = { ...empty, proposalId: body.waiting?.proposalId };
  expect((await call('screening/importLocal', agreed, await signIn('admin'))).status).toBe(200);
  expect(await screenOpen(server.services)).toBe(0);
  await call('desk/screenAgain', { orderId }, compliance);
  expect((await release()).body.code).toBe('desk.two_people_needed');
});

const { rowsOf } = setUpSuspicions(server);
const customer = await signIn('enhanced');
const [finance, compliance, admin] = await Promise.all(['finance', 'compliance', 'admin'].map(signIn));
const wallet = 'bc1qjasf9z3h7w3jspkhtgatgpyvvzgpa2wwd2lr0eh5tx44reyn2k7sfc27a4';
const secondLines = ['ref,name,category,addresses'];

async function importList(line: string) {
  secondLines.push(line);
  const file = { fileName: 'l.csv', publishedOn: `2026-11-${24 + secondLines.length}`, csv: secondLines.join('\n') };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
}

const completeCall = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(path, input, cookie)).status]).toEqual([path, 200]);

async function placeApproved(walletOwner: string): Promise<string> {
  const { body: file } = await upload(server, customer, 'source-of-funds');
  const large = { amount: '180000', sourceOfFunds: 'savings', sourceOfFundsFile: file.id };
  const { body } = await buy(server, customer, { ...large, walletAddress: wallet, custody: 'self', walletOwner });
  const { orderId } = body;
  await completeCall('desk/confirmReceived', buildPayIn(orderId, { amount: '180000' }));
  await screenHolders(services);
  await screenOpen(services);
  for (const path of ['startProcessing', 'preparePayout']) await completeCall(`desk/${path}`, { orderId, note: '' });
  await completeCall('desk/approvePayout', { orderId, note: '' }, admin);
  return orderId;
}

test('an approved order held for its holder records a wallet match too', async () => {
  const orderId = await placeApproved('Quentin Vantongeren');
  await importList('L-1,Quentin Vantongeren,sanctioned,');
  expect(await screenHolders(services)).toBe(1);
  const [alert] = await rowsOf<{ case_id: string }>('select case_id from case_orders where order_id = $1', [orderId]);
  const caseId = alert?.case_id;
  const proposed = await call<{ proposalId: string }>(
    'compliance/proposeRelease',
    { caseId, orderId, note: 'The holder is another person' },
    compliance,
  );
  expect(proposed.status).toBe(200);
  await importList(`L-2,Lena Listed,sanctioned,XBT:${wallet}`);
  expect(await screenOpen(services)).toBe(1);
  await importList('L-3,Other Person,sanctioned,XBT:1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  expect(await screenOpen(services)).toBe(0);
  const alerts = await rowsOf(
    'select alert_type from transaction_alerts where transaction_id = $1 order by created_at, id',
    [orderId],
  );
  expect(alerts).toEqual([{ alert_type: 'name_match' }, { alert_type: 'wallet_blocked' }]);
  const [shown] = (await call<CaseView>('compliance/case', { caseId }, compliance)).body.orderLines;
  expect(shown).toMatchObject({ holdReason: 'wallet_flagged', screening: 'flagged' });
  const decide = { proposalId: proposed.body.proposalId, decision: 'approve', note: '' };
  expect((await call('compliance/decideRelease', decide, admin)).body).toMatchObject({
    code: 'approvals.changed_since',
  });
});

const { act } = await createRefundTools(server);
const listedName = 'Demo Mixer Nonesuch';

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
  const decision = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
  const open = async () => (await rowsOf(`select id from name_hits where user_id = $1 and state = 'open'`, [id]))[0];
  for (let hit = await open(); hit; hit = await open()) {
    const hitId = hit['id'];
    expect(await act('screening/decideHit', { hitId, ...decision }, compliance)).toBe('done');
    const [waits] = await rowsOf(`select id from proposals where kind = 'match' and subject = $1 and state = 'open'`, [
      hitId,
    ]);
    if (waits)
      expect(await act('screening/decideHit', { hitId, ...decision, proposalId: waits['id'] }, admin)).toBe('done');
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
  const buyer = await newCustomer(server, 'Ina Brown');
  const orderId = await placeSell(buyer, 'Ina Brown');
  expect(await preparePayout(orderId)).toBe('done');
  await importList('X-9,BROWN Ina,,');
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
  const buyer = await newCustomer(server, 'Ina Verified');
  await submitPapers(buyer, 'approved');
  const [bought, sold] = [await placeBuy(buyer), await placeSell(buyer, 'Ina Verified')];
  expect(await confirmUnder(bought, 'Ina Verified')).toBe('done');
  expect([await compareNames(bought), await compareNames(sold)]).toEqual(['own_name', 'own_name']);
  await submitPapers(buyer, 'rejected');
  const prepare = `update transactions set pay_out = 'prepared' where id = any($1)`;
  await expect(owner.query(prepare, [[bought, sold]])).rejects.toThrow('requires a clear sanctions screening');
  expect(await screenPayers(services)).toBe(0);
  for (const orderId of [bought, sold]) expect(await compareNames(orderId)).not.toBe('own_name');
  for (const orderId of [bought, sold]) expect(await preparePayout(orderId)).toBe('done');
});
