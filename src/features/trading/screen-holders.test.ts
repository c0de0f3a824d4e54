import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { buy, cameIn, upload } from '../../../test/orders.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { screenHolders } from './screen-holders.ts';

/** Who holds the wallet is asked from US$1,000 on, and compared with the lists as the customer is (travel rule). */
const server = await serverUnderTest();
const { call, signIn, services } = server;
const { another, idOf, rowsOf } = suspicionsOn(server);
const customer = await signIn('enhanced');
const userId = await idOf('enhanced');
const [finance, compliance, admin] = await Promise.all(['finance', 'compliance', 'admin'].map(signIn));
const listed = `${demoListedPerson.firstName} ${demoListedPerson.lastName}`;

let amount = 180_000;
/** A large purchase whose money is here, to a wallet of this holder. */
async function paidFor(holding: object): Promise<string> {
  amount += 1_000;
  const { body: file } = await upload(server, customer, 'source-of-funds');
  const large = { amount: String(amount), sourceOfFunds: 'savings', sourceOfFundsFile: file.id };
  const { status, body } = await buy(server, customer, { ...large, ...holding });
  expect(status).toBe(200);
  const took = await call('desk/confirmReceived', cameIn(body.orderId, { amount: String(amount) }), finance);
  expect(took.status).toBe(200);
  return body.orderId;
}
const self = (walletOwner: string) => ({ custody: 'self', walletOwner });

async function prepare(orderId: string): Promise<unknown> {
  const step = { orderId, note: '' };
  await call('desk/startProcessing', step, finance);
  const { status, body } = await call<{ code?: string }>('desk/preparePayout', step, finance);
  return body.code ?? status;
}
const heldFor = async (orderId: string) =>
  (await rowsOf<{ hold_reason: string | null }>('select hold_reason from transactions where id = $1', [orderId]))[0]
    ?.hold_reason;
const alertsOf = (orderId: string) =>
  rowsOf<{ alert_type: string; case_id: string }>(
    `select a.alert_type, o.case_id from transaction_alerts a join case_orders o on o.order_id = a.transaction_id
      where a.transaction_id = $1`,
    [orderId],
  );
const openHits = () =>
  rowsOf<{ id: string; details: object }>(`select id, details from name_hits where user_id = $1 and state = 'open'`, [
    userId,
  ]);

async function releaseByTwo(orderId: string): Promise<void> {
  const caseId = (await alertsOf(orderId))[0]?.case_id;
  const asked = await call<{ proposalId: string }>(
    'compliance/proposeRelease',
    { caseId, orderId, note: 'Another person of that name' },
    compliance,
  );
  const verdict = { proposalId: asked.body.proposalId, decision: 'approve', note: '' };
  expect((await call('compliance/decideRelease', verdict, admin)).status).toBe(200);
}

test('nothing goes to a wallet whose holder is like a listed person before people looked, then it does', async () => {
  const orderId = await paidFor(self(listed));
  const shown = async () => (await call('trading/show', { orderId }, customer)).body;
  // Before the job came to it the gate compares by itself.
  expect(await prepare(orderId)).toBe('desk.not_screened');
  const before = await shown();
  expect(await screenHolders(services)).toBe(1);
  expect(await heldFor(orderId)).toBe('holder_listed');
  expect(await alertsOf(orderId)).toMatchObject([{ alert_type: 'name_match' }]);
  const [hit] = await openHits();
  expect(hit?.details).toMatchObject({ holder: true, customer: { names: [listed] }, birth: 'unknown' });
  expect(await shown()).toEqual(before);

  const step = { orderId, note: '' };
  expect((await call('desk/release', step, compliance)).body).toMatchObject({ code: 'desk.two_people_needed' });
  const cleared = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
  expect((await call('screening/decideHit', { hitId: hit?.id, ...cleared }, compliance)).status).toBe(200);
  await releaseByTwo(orderId);
  expect(await screenHolders(services)).toBe(0);
  expect(await prepare(orderId)).toBe(200);

  // Named again, the pair that was cleared holds nothing, by whichever version of the lists.
  const other = await paidFor(self(listed));
  expect(await screenHolders(services)).toBe(0);
  expect([await heldFor(other), await prepare(other)]).toEqual([null, 200]);
});

test('who keeps the wallet is compared, a company too, with what comes on a list meanwhile', async () => {
  const orderId = await paidFor({ custody: 'provider', custodian: 'Quagmire Exchange', walletOwner: '' });
  expect([await screenHolders(services), await heldFor(orderId)]).toEqual([0, null]);
  const csv = 'ref,name,kind\nO-1,Quagmire Exchange,organisation\n';
  const list = { csv, fileName: 'l.csv', publishedOn: '2026-11-22', tryOnly: false };
  expect((await call('screening/importLocal', list, compliance)).status).toBe(200);
  expect(await prepare(orderId)).toBe('desk.not_screened');
  expect([await screenHolders(services), await heldFor(orderId)]).toEqual([1, 'holder_listed']);
  // A second order, while nobody decided: the same match stops it too.
  const second = await paidFor({ custody: 'provider', custodian: 'Quagmire Exchange', walletOwner: '' });
  expect([await screenHolders(services), await heldFor(second)]).toEqual([1, 'holder_listed']);
  expect(await openHits()).toHaveLength(1);
  expect(await alertsOf(second)).toHaveLength(1);
});

test('a holder that is on no list waits for nothing, and a hold for something else becomes the list’s', async () => {
  const orderId = await paidFor(self('Marcia Ebanks'));
  expect(await prepare(orderId)).toBe(200);
  const held = await paidFor(self('Quentin Vantongeren'));
  await call(
    'desk/hold',
    { orderId: held, reasonCode: 'source_of_funds', note: '' },
    (await another('compliance')).cookie,
  );
  const csv = 'ref,name,kind\nO-1,Quagmire Exchange,organisation\nO-2,Quentin Vantongeren,person\n';
  const list = { csv, fileName: 'l.csv', publishedOn: '2026-11-22', tryOnly: false };
  expect((await call('screening/importLocal', list, compliance)).status).toBe(200);
  expect([await screenHolders(services), await heldFor(held)]).toEqual([1, 'holder_listed']);
  expect(await heldFor(orderId)).toBe(null);
});

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
