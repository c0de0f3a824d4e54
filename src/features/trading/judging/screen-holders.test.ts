import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { buy, cameIn, upload, wasSent } from '../../../../test/orders.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { ListsView } from '../../screening/views.ts';
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

const cleared = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
const decideHit = async (wish: object, cookie = compliance): Promise<unknown> => {
  const { body } = await call<{ state?: string; code?: string }>('screening/decideHit', wish, cookie);
  return body.code ?? body.state;
};

async function clearByTwo(hitId: string | undefined): Promise<void> {
  expect(await decideHit({ hitId, ...cleared })).toBe('proposed');
  const [waits] = await rowsOf<{ id: string }>(
    `select id from proposals where kind = 'match' and subject = $1 and state = 'open'`,
    [hitId],
  );
  expect(await decideHit({ hitId, ...cleared, proposalId: waits?.id }, admin)).toBe('cleared');
}

/** Our own list with these lines; a second person gives the same where what stands is changed. */
async function list(...lines: string[]): Promise<void> {
  const csv = `${['ref,name,kind,aliases', ...lines].join('\n')}\n`;
  const file = { csv, fileName: 'l.csv', publishedOn: '2026-11-22', tryOnly: false };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
  const { body } = await call<ListsView>('screening/lists', undefined, compliance);
  const proposalId = body.waiting?.proposalId;
  if (proposalId) expect((await call('screening/importLocal', { ...file, proposalId }, admin)).status).toBe(200);
}

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
  // The name is all that is known of a holder: two people say that it is somebody else.
  const alone = rowsOf(
    `update name_hits set state = 'cleared', decided_at = now(), reason_code = 'x',
       decided_by = (select id from profiles where email = 'compliance@demo.test') where id = $1`,
    [hit?.id],
  );
  await expect(alone).rejects.toMatchObject({ constraint: 'match_cleared_by_two' });
  await clearByTwo(hit?.id);
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
  await list('O-1,Quagmire Exchange,organisation,');
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
  await list('O-1,Quagmire Exchange,organisation,', 'O-2,Quentin Vantongeren,person,');
  expect([await screenHolders(services), await heldFor(held)]).toEqual([1, 'holder_listed']);
  expect(await heldFor(orderId)).toBe(null);
});

const leftTo = (orderIds: string[]) =>
  rowsOf(`select order_id id from movements where direction = 'out' and order_id = any($1::uuid[])`, [orderIds]);

async function payOut(orderId: string): Promise<void> {
  expect(await prepare(orderId)).toBe(200);
  const step = { orderId, note: '' };
  expect((await call('desk/approvePayout', step, (await another('finance')).cookie)).status).toBe(200);
  const sent = wasSent(orderId, randomBytes(32).toString('hex'));
  expect((await call('desk/recordSent', sent, finance)).status).toBe(200);
}

test('each order with a holder who comes on a list stops, until that order is released', async () => {
  const quagmire = 'O-1,Quagmire Exchange,organisation,';
  const quentin = 'O-2,Quentin Vantongeren,person,';
  const owner = 'Oswald Thimblewick';
  const [one, two, turned] = [
    await paidFor(self(owner)),
    await paidFor(self(owner)),
    await paidFor(self('Thimblewick Oswald')),
  ];
  const orders = [one, two, turned];
  expect(await screenHolders(services)).toBe(0);
  await list(quagmire, quentin, `O-3,${owner},person,`);
  // Two looks at once hold each of them once.
  const held = await Promise.all([screenHolders(services), screenHolders(services)]);
  expect(held[0] + held[1]).toBe(3);
  for (const orderId of orders) {
    expect([await heldFor(orderId), await prepare(orderId)]).toEqual(['holder_listed', 'desk.not_screened']);
    expect(await alertsOf(orderId)).toHaveLength(1);
  }
  // Even one that nobody held and that is marked as compared goes nowhere.
  await rowsOf(`update transactions set held = false, hold_reason = null where id = $1`, [two]);
  await rowsOf(`update transfer_parties set stopped_by = '[]' where order_id = $1`, [two]);
  expect(await prepare(two)).toBe('desk.not_screened');
  await rowsOf(`update transactions set held = true, hold_reason = 'holder_listed' where id = $1`, [two]);

  // Two people release one: it alone goes. What is listed of that party since stops it again.
  await releaseByTwo(one);
  expect([await prepare(one), await prepare(turned)]).toEqual([200, 'desk.not_screened']);
  await list(quagmire, quentin, `O-3,${owner},person,Ozzie Thimblewick`);
  expect((await call('desk/approvePayout', { orderId: one, note: '' }, admin)).body).toMatchObject({
    code: 'desk.not_screened',
  });
  expect(await screenHolders(services)).toBe(1);
  expect(await heldFor(one)).toBe('holder_listed');
  expect(await leftTo(orders)).toEqual([]);
});

test('a match that two people cleared stops no order of that holder, and one that is open stops the next', async () => {
  const owner = 'Philippa Wrenhaven';
  await list(
    'O-1,Quagmire Exchange,organisation,',
    'O-2,Quentin Vantongeren,person,',
    'O-3,Oswald Thimblewick,person,Ozzie Thimblewick',
    `O-4,${owner},person,`,
  );
  const first = await paidFor(self(owner));
  await screenHolders(services);
  const [hit] = await rowsOf<{ id: string }>(`select id from name_hits where user_id = $1 and party_ref = 'O-4'`, [
    userId,
  ]);
  await releaseByTwo(first);
  const next = await paidFor(self(owner));
  expect(await prepare(next)).toBe('desk.not_screened');
  await screenHolders(services);
  expect([await heldFor(next), await prepare(next)]).toEqual(['holder_listed', 'desk.not_screened']);
  await clearByTwo(hit?.id);
  await payOut(first);
  const later = await paidFor(self(owner));
  expect([await screenHolders(services), await heldFor(later)]).toEqual([0, null]);
  await payOut(later);
  expect(await leftTo([first, next, later])).toHaveLength(2);
});

test('what had left before its holder came on a list is written down, once two of compliance let it', async () => {
  const standing = [
    'O-1,Quagmire Exchange,organisation,',
    'O-2,Quentin Vantongeren,person,',
    'O-3,Oswald Thimblewick,person,Ozzie Thimblewick',
    'O-4,Philippa Wrenhaven,person,',
  ];
  const orderId = await paidFor(self('Leopold Marchbanks'));
  expect(await prepare(orderId)).toBe(200);
  const step = { orderId, note: '' };
  expect((await call('desk/approvePayout', step, (await another('finance')).cookie)).status).toBe(200);
  const left = new Date(Date.now() + 60_000);
  server.setTime(new Date(Date.now() + 3_600_000));
  await list(...standing, 'O-5,Leopold Marchbanks,person,');
  expect([await screenHolders(services), await heldFor(orderId)]).toEqual([1, 'holder_listed']);
  await releaseByTwo(orderId);
  // Whatever is listed of that party since: the block is older.
  await list(...standing, 'O-5,Leopold Marchbanks,person,Leo Marchbanks');
  const local = new Date(left.getTime() - 5 * 3_600_000).toISOString();
  const moment = { movedOn: local.slice(0, 10), movedTime: local.slice(11, 16) };
  const sent = { ...wasSent(orderId, randomBytes(32).toString('hex')), ...moment };
  expect((await call('desk/recordSent', sent, finance)).status).toBe(200);
  server.setTime(null);
});

test('a word typed behind the name of somebody listed is cleared by two all the same', async () => {
  const first = await paidFor(self(`${listed} Trust Account`));
  expect([await screenHolders(services), await heldFor(first)]).toEqual([1, 'holder_listed']);
  const hits = await rowsOf<{ id: string; score: number }>(
    `select id, score from name_hits where user_id = $1 and state = 'open'
       and details->'customer'->'names'->>0 like '%Trust%'`,
    [userId],
  );
  expect(hits).toMatchObject([{ score: 93 }]);
  const alone = rowsOf(
    `update name_hits set state = 'cleared', decided_at = now(), reason_code = 'x',
       decided_by = (select id from profiles where email = 'compliance@demo.test') where id = $1`,
    [hits[0]?.id],
  );
  await expect(alone).rejects.toMatchObject({ constraint: 'match_cleared_by_two' });
  await clearByTwo(hits[0]?.id);
});

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
