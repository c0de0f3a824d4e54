import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { buildPayIn, buildSent, buy, upload } from '../../../../test/orders.ts';
import { applySetting } from '../../../../test/settings.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { ListsView } from '../../screening/views.ts';
import { screenHolders } from './screen-counterparties.ts';

const server = await serverUnderTest();
const { call, signIn, services } = server;
const { another, idOf, rowsOf } = setUpSuspicions(server);
// The orders of one customer are large together.
await applySetting(server, 'payee_wait', { hours: 0 });
const customer = await signIn('enhanced');
const userId = await idOf('enhanced');
const [finance, compliance, admin] = await Promise.all(['finance', 'compliance', 'admin'].map(signIn));
const listedNames = `${demoListedPerson.firstName} ${demoListedPerson.lastName}`;

let amount = 180_000;
async function placePaidBuy(holding: object): Promise<string> {
  amount += 1_000;
  const { body: file } = await upload(server, customer, 'source-of-funds');
  const large = { amount: String(amount), sourceOfFunds: 'savings', sourceOfFundsFile: file.id };
  const { status, body } = await buy(server, customer, { ...large, ...holding });
  expect(status).toBe(200);
  const took = await call('desk/confirmReceived', buildPayIn(body.orderId, { amount: String(amount) }), finance);
  expect(took.status).toBe(200);
  return body.orderId;
}
const selfHeld = (walletOwner: string) => ({ custody: 'self', walletOwner });

async function prepare(orderId: string): Promise<unknown> {
  const step = { orderId, note: '' };
  await call('desk/startProcessing', step, finance);
  const { status, body } = await call<{ code?: string }>('desk/preparePayout', step, finance);
  return body.code ?? status;
}
const findHoldReason = async (orderId: string) =>
  (await rowsOf<{ hold_reason: string | null }>('select hold_reason from transactions where id = $1', [orderId]))[0]
    ?.hold_reason;
const findAlerts = (orderId: string) =>
  rowsOf<{ alert_type: string; case_id: string }>(
    `select a.alert_type, o.case_id from transaction_alerts a join case_orders o on o.order_id = a.transaction_id
      where a.transaction_id = $1`,
    [orderId],
  );
const findOpenHits = () =>
  rowsOf<{ id: string; details: object }>(`select id, details from name_hits where user_id = $1 and state = 'open'`, [
    userId,
  ]);

const clearDecision = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
const decideHit = async (decision: object, cookie = compliance): Promise<unknown> => {
  const { body } = await call<{ state?: string; code?: string }>('screening/decideHit', decision, cookie);
  return body.code ?? body.state;
};

async function clearByTwoPeople(hitId: string | undefined): Promise<void> {
  expect(await decideHit({ hitId, ...clearDecision })).toBe('proposed');
  const [waits] = await rowsOf<{ id: string }>(
    `select id from proposals where kind = 'match' and subject = $1 and state = 'open'`,
    [hitId],
  );
  expect(await decideHit({ hitId, ...clearDecision, proposalId: waits?.id }, admin)).toBe('cleared');
}

async function importList(...lines: string[]): Promise<void> {
  const csv = `${['ref,name,kind,aliases', ...lines].join('\n')}\n`;
  const file = { csv, fileName: 'l.csv', publishedOn: '2026-11-22', tryOnly: false };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
  const { body } = await call<ListsView>('screening/lists', undefined, compliance);
  const proposalId = body.waiting?.proposalId;
  if (proposalId) expect((await call('screening/importLocal', { ...file, proposalId }, admin)).status).toBe(200);
}

async function releaseByTwo(orderId: string): Promise<void> {
  const caseId = (await findAlerts(orderId))[0]?.case_id;
  const proposed = await call<{ proposalId: string }>(
    'compliance/proposeRelease',
    { caseId, orderId, note: 'Another person of that name' },
    compliance,
  );
  const verdict = { proposalId: proposed.body.proposalId, decision: 'approve', note: '' };
  expect((await call('compliance/decideRelease', verdict, admin)).status).toBe(200);
}

test('nothing goes to a wallet with a matching holder before people cleared the match', async () => {
  const orderId = await placePaidBuy(selfHeld(listedNames));
  const shown = async () => (await call('trading/show', { orderId }, customer)).body;
  expect(await prepare(orderId)).toBe('desk.not_screened');
  const before = await shown();
  expect(await screenHolders(services)).toBe(1);
  expect(await findHoldReason(orderId)).toBe('holder_listed');
  expect(await findAlerts(orderId)).toMatchObject([{ alert_type: 'name_match' }]);
  const [hit] = await findOpenHits();
  expect(hit?.details).toMatchObject({ holder: true, customer: { names: [listedNames] }, birth: 'unknown' });
  expect(await shown()).toEqual(before);

  const step = { orderId, note: '' };
  expect((await call('desk/release', step, compliance)).body).toMatchObject({ code: 'desk.two_people_needed' });
  const alone = rowsOf(
    `update name_hits set state = 'cleared', decided_at = now(), reason_code = 'x',
       decided_by = (select id from profiles where email = 'compliance@demo.test') where id = $1`,
    [hit?.id],
  );
  await expect(alone).rejects.toMatchObject({ constraint: 'match_cleared_by_two' });
  await clearByTwoPeople(hit?.id);
  await releaseByTwo(orderId);
  expect(await screenHolders(services)).toBe(0);
  expect(await prepare(orderId)).toBe(200);

  const other = await placePaidBuy(selfHeld(listedNames));
  expect(await screenHolders(services)).toBe(0);
  expect([await findHoldReason(other), await prepare(other)]).toEqual([null, 200]);
});

test('a custodian, companies included, is compared with later list entries', async () => {
  const orderId = await placePaidBuy({ custody: 'provider', custodian: 'Quagmire Exchange', walletOwner: '' });
  expect([await screenHolders(services), await findHoldReason(orderId)]).toEqual([0, null]);
  await importList('O-1,Quagmire Exchange,organisation,');
  expect(await prepare(orderId)).toBe('desk.not_screened');
  expect([await screenHolders(services), await findHoldReason(orderId)]).toEqual([1, 'holder_listed']);
  const second = await placePaidBuy({ custody: 'provider', custodian: 'Quagmire Exchange', walletOwner: '' });
  expect([await screenHolders(services), await findHoldReason(second)]).toEqual([1, 'holder_listed']);
  expect(await findOpenHits()).toHaveLength(1);
  expect(await findAlerts(second)).toHaveLength(1);
});

test('an unlisted holder is not delayed, and a list match replaces another hold', async () => {
  const orderId = await placePaidBuy(selfHeld('Marcia Ebanks'));
  expect(await prepare(orderId)).toBe(200);
  const held = await placePaidBuy(selfHeld('Quentin Vantongeren'));
  await call(
    'desk/hold',
    { orderId: held, reasonCode: 'source_of_funds', note: '' },
    (await another('compliance')).cookie,
  );
  await importList('O-1,Quagmire Exchange,organisation,', 'O-2,Quentin Vantongeren,person,');
  expect([await screenHolders(services), await findHoldReason(held)]).toEqual([1, 'holder_listed']);
  expect(await findHoldReason(orderId)).toBe(null);
});

const findLeft = (orderIds: string[]) =>
  rowsOf(`select order_id id from movements where direction = 'out' and order_id = any($1::uuid[])`, [orderIds]);

async function payOut(orderId: string): Promise<void> {
  expect(await prepare(orderId)).toBe(200);
  const step = { orderId, note: '' };
  expect((await call('desk/approvePayout', step, (await another('finance')).cookie)).status).toBe(200);
  const sent = buildSent(orderId, randomBytes(32).toString('hex'));
  expect((await call('desk/recordSent', sent, finance)).status).toBe(200);
}

test('each order of a newly listed holder is held until it is released', async () => {
  const quagmire = 'O-1,Quagmire Exchange,organisation,';
  const quentin = 'O-2,Quentin Vantongeren,person,';
  const owner = 'Oswald Thimblewick';
  const [one, two, turned] = [
    await placePaidBuy(selfHeld(owner)),
    await placePaidBuy(selfHeld(owner)),
    await placePaidBuy(selfHeld('Thimblewick Oswald')),
  ];
  const orders = [one, two, turned];
  expect(await screenHolders(services)).toBe(0);
  await importList(quagmire, quentin, `O-3,${owner},person,`);
  const held = await Promise.all([screenHolders(services), screenHolders(services)]);
  expect(held[0] + held[1]).toBe(3);
  for (const orderId of orders) {
    expect([await findHoldReason(orderId), await prepare(orderId)]).toEqual(['holder_listed', 'desk.not_screened']);
    expect(await findAlerts(orderId)).toHaveLength(1);
  }
  await rowsOf(`update transactions set held = false, hold_reason = null where id = $1`, [two]);
  await rowsOf(`update transfer_parties set stopped_by = '[]' where order_id = $1`, [two]);
  expect(await prepare(two)).toBe('desk.not_screened');
  await rowsOf(`update transactions set held = true, hold_reason = 'holder_listed' where id = $1`, [two]);

  await releaseByTwo(one);
  expect([await prepare(one), await prepare(turned)]).toEqual([200, 'desk.not_screened']);
  await importList(quagmire, quentin, `O-3,${owner},person,Ozzie Thimblewick`);
  expect((await call('desk/approvePayout', { orderId: one, note: '' }, admin)).body).toMatchObject({
    code: 'desk.not_screened',
  });
  expect(await screenHolders(services)).toBe(1);
  expect(await findHoldReason(one)).toBe('holder_listed');
  expect(await findLeft(orders)).toEqual([]);
});

test('a match cleared by two people holds no order, and an open one holds the next', async () => {
  const owner = 'Philippa Wrenhaven';
  await importList(
    'O-1,Quagmire Exchange,organisation,',
    'O-2,Quentin Vantongeren,person,',
    'O-3,Oswald Thimblewick,person,Ozzie Thimblewick',
    `O-4,${owner},person,`,
  );
  const first = await placePaidBuy(selfHeld(owner));
  await screenHolders(services);
  const [hit] = await rowsOf<{ id: string }>(`select id from name_hits where user_id = $1 and party_ref = 'O-4'`, [
    userId,
  ]);
  await releaseByTwo(first);
  const next = await placePaidBuy(selfHeld(owner));
  expect(await prepare(next)).toBe('desk.not_screened');
  await screenHolders(services);
  expect([await findHoldReason(next), await prepare(next)]).toEqual(['holder_listed', 'desk.not_screened']);
  await clearByTwoPeople(hit?.id);
  await payOut(first);
  const later = await placePaidBuy(selfHeld(owner));
  expect([await screenHolders(services), await findHoldReason(later)]).toEqual([0, null]);
  await payOut(later);
  expect(await findLeft([first, next, later])).toHaveLength(2);
});

test('a transfer before the list match is recorded once two compliance officers allow it', async () => {
  const standing = [
    'O-1,Quagmire Exchange,organisation,',
    'O-2,Quentin Vantongeren,person,',
    'O-3,Oswald Thimblewick,person,Ozzie Thimblewick',
    'O-4,Philippa Wrenhaven,person,',
  ];
  const orderId = await placePaidBuy(selfHeld('Leopold Marchbanks'));
  expect(await prepare(orderId)).toBe(200);
  const step = { orderId, note: '' };
  expect((await call('desk/approvePayout', step, (await another('finance')).cookie)).status).toBe(200);
  const left = new Date(Date.now() + 60_000);
  server.setTime(new Date(Date.now() + 3_600_000));
  await importList(...standing, 'O-5,Leopold Marchbanks,person,');
  expect([await screenHolders(services), await findHoldReason(orderId)]).toEqual([1, 'holder_listed']);
  await releaseByTwo(orderId);
  await importList(...standing, 'O-5,Leopold Marchbanks,person,Leo Marchbanks');
  const local = new Date(left.getTime() - 5 * 3_600_000).toISOString();
  const moment = { movedOn: local.slice(0, 10), movedTime: local.slice(11, 16) };
  const sent = { ...buildSent(orderId, randomBytes(32).toString('hex')), ...moment };
  expect((await call('desk/recordSent', sent, finance)).status).toBe(200);
  server.setTime(null);
});

test('a word added to a listed name still takes two people to clear', async () => {
  const first = await placePaidBuy(selfHeld(`${listedNames} Trust Account`));
  expect([await screenHolders(services), await findHoldReason(first)]).toEqual([1, 'holder_listed']);
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
  await clearByTwoPeople(hits[0]?.id);
});

test('this file caused no fault', () => expect(server.faults).toEqual([]));
