import { beforeAll, describe, expect, test } from 'vitest';
import {
  emptyPayer,
  formatStatement,
  insertAwaitedPayments,
  openBankReconciliation,
  type StatementRow,
  testFormat,
} from '../../../test/bank-lines.ts';
import { newAccount } from '../../../test/frozen-scenario.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { applySetting } from '../../../test/settings.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, buildStep, listUnallocated, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { countCash, holdUnallocatedCash } from './jobs.ts';

/** A customer's cash on one day is summed over parts and currencies (POCA s.101A). */
const server = await serverWithoutFaults();

const { customer, done, finance, idOf, admin, compliance, buildUnlink } = await setUpUnallocated(server);
// A higher order threshold allows a single payment above the cash limit.
await applySetting(server, 'caps', { gate: 10_000 });
const { confirming, lineNamed, upload } = openBankReconciliation(server, { done, finance });

const seen = new Set<string>();
async function findNewAlerts(userId: string): Promise<string[]> {
  await Promise.all([countCash(server.services), countCash(server.services)]);
  const { rows } = await server.owner.query<{ id: string; description: string }>(
    `select id, description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = $1`,
    [userId],
  );
  const fresh = rows.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh.map(({ description }) => description);
}

test('parts of a deposit count when they are attached to a customer', async () => {
  const [buyer, secondCustomer] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const [first, second, third] = await insertAwaitedPayments(server, buyer.id, [
    { amount: '600000' },
    { amount: '550000' },
    { amount: '1000' },
  ]);
  const [other] = await insertAwaitedPayments(server, secondCustomer.id, [{ amount: '1100000' }]);
  await upload([{ reference: 'CASH 1', details: 'CASH DEPOSIT Half Way Tree', credit: '2300000.00' }]);
  const line = await lineNamed('CASH DEPOSIT');
  const parts = [{ reference: first?.reference, amount: '600000' }];
  const { movementId = '' } = (await done('bankLines/split', { lineId: line.id, parts, ...emptyPayer })) as {
    movementId?: string;
  };
  expect(await findNewAlerts(buyer.id)).toEqual([]);
  const attach = (due: { reference: string } | undefined, amount: string) =>
    done('unallocated/attach', { ...buildAttachment(movementId, due ?? { reference: '' }, amount), note: 'Theirs' });
  await attach(second, '550000');
  expect(await findNewAlerts(buyer.id)).toEqual([expect.stringContaining('J$1,150,000.00')]);
  await attach(other, '1100000');
  expect(await findNewAlerts(secondCustomer.id)).toEqual([expect.stringContaining('J$1,100,000.00')]);
  expect(await findNewAlerts(buyer.id)).toEqual([]);
  await attach(third, '1000');
  expect(await findNewAlerts(buyer.id)).toEqual([expect.stringContaining('J$1,151,000.00')]);
});

test('cash in J$ and in US$ on one day is added up', async () => {
  const tamara = (await idOf('tier2')) ?? '';
  const [due] = await insertAwaitedPayments(server, tamara, [{ amount: '995000' }]);
  const order = await placePaidBuy(server, customer ?? '', { currency: 'USD', amount: '100' });
  const cash = (details: string, credit: string) => ({
    ...{ reference: details, details: `CASH DEPOSIT ${details}`, credit, payer: 'Tamara Grant' },
  });
  await upload([cash(due?.reference ?? '', '995000.00')]);
  const text = formatStatement([cash(order.reference, '100.00')]);
  await done('bankLines/upload', { currency: 'USD', text, format: testFormat });
  await done('bankLines/confirm', confirming(await lineNamed(due?.reference ?? '')));
  expect(await findNewAlerts(tamara)).toEqual([]);
  await done('bankLines/confirm', confirming(await lineNamed(order.reference)));
  expect(await findNewAlerts(tamara)).toEqual([expect.stringContaining('J$995,000.00 and US$100.00')]);
});

test('cash recorded manually under another reference counts when its line joins it', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: '1200000' }]);
  await done('paymentsDesk/receive', buildBankReceipt(due?.id ?? '', { amount: '1200000', reference: 'TYPED 77' }));
  await upload([{ reference: 'SLIP 88', details: 'CASH DEPOSIT by hand', credit: '1200000.00' }]);
  const { id: lineId } = await lineNamed('CASH DEPOSIT by hand');
  expect(await findNewAlerts(buyer.id)).toEqual([]);
  await done('bankLines/dismissLine', { lineId, reason: 'recorded', reference: 'TYPED 77', note: '' });
  expect(await findNewAlerts(buyer.id)).toHaveLength(1);
});

const { owner, services } = server;

async function alertsOf(...people: { id: string }[]): Promise<string[]> {
  await Promise.all([countCash(services), countCash(services)]);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts where alert_type = 'cash_over_ceiling' and user_id = any($1)
      order by created_at`,
    [people.map(({ id }) => id)],
  );
  return rows.map(({ description }) => description);
}

const setCeiling = (amount: number) =>
  owner.query(
    `insert into setting_versions (key, value) select key, value || jsonb_build_object('ceiling', $1::int)
      from setting_versions where key = 'cash_deposits' order by valid_from desc, id desc limit 1`,
    [amount],
  );

async function payInCash(reference: string, credit: string): Promise<void> {
  await upload([{ reference: `CASH ${reference}`, details: `CASH DEPOSIT ${reference}`, credit }]);
  await done('bankLines/confirm', confirming(await lineNamed(reference)));
}

async function unlink(orderId: string): Promise<string> {
  await done('desk/undoPayIn', await buildUnlink(orderId));
  await done('desk/approveUndo', buildStep(orderId), admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.user_id is null
      order by u.id desc limit 1`,
    [orderId],
  );
  return rows[0]?.id ?? '';
}

test('counting cash on two joined accounts of one day raises one alert', async () => {
  // A higher order threshold allows payments of this size.
  await applySetting(server, 'caps', { gate: 10_000 });
  const [buyer, alias] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  await owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [buyer.id, alias.id],
    buyer.id,
  ]);
  const [one] = await insertAwaitedPayments(server, buyer.id, [{ amount: '900000' }]);
  await payInCash(one?.reference ?? '', '900000.00');
  expect(await alertsOf(buyer, alias)).toEqual([]);
  const [other] = await insertAwaitedPayments(server, alias.id, [{ amount: '900000' }]);
  await payInCash(other?.reference ?? '', '900000.00');
  const alerts = [expect.stringMatching(/Cash deposits of J\$1,800,000\.00 on .*, across 2 accounts of one person/)];
  expect(await alertsOf(buyer, alias)).toEqual(alerts);
  expect(await alertsOf(buyer, alias)).toEqual(alerts);
});

test.each([
  ['after it was counted for another customer', true],
  ['before the count', false],
])('cash unlinked %s counts for its final owner', async (_, counted) => {
  await setCeiling(3500);
  const [wrong, right] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const [first, own] = [
    await placePaidBuy(server, wrong.cookie, { amount: '3600' }),
    await placePaidBuy(server, right.cookie, { amount: '3600' }),
  ];
  await payInCash(first.reference, '3600.00');
  if (counted) expect(await alertsOf(wrong)).toHaveLength(1);
  const loose = await unlink(first.orderId);
  await done('unallocated/attach', buildAttachment(loose, own, '3600'));
  expect(await alertsOf(right)).toEqual([expect.stringContaining('J$3,600.00')]);
  await setCeiling(5000);
  const [laterPayment] = await insertAwaitedPayments(server, wrong.id, [{ amount: '2000' }]);
  await payInCash(laterPayment?.reference ?? '', '2000.00');
  expect(await alertsOf(wrong)).toHaveLength(counted ? 1 : 0);
});

test('joining two accounts counts their cash of one day together', async () => {
  await setCeiling(5000);
  const [buyer, alias, third] = [
    await newCustomer(server, 'Ina Brown'),
    await newCustomer(server, 'Ina Brown'),
    await newCustomer(server, 'Ina Brown'),
  ];
  for (const { cookie } of [buyer, alias])
    await payInCash((await placePaidBuy(server, cookie, { amount: '4000' })).reference, '4000.00');
  expect(await alertsOf(buyer, alias)).toEqual([]);
  const join = async (one: { id: string }, other: { id: string }) => {
    await linkAccounts(server, [one.id, other.id], 'wallet');
    const decision = {
      userId: one.id,
      otherId: other.id,
      decision: 'join',
      note: 'Seen both faces',
      proposalId: null,
    };
    expect(await server.call('identity/decideLink', decision, compliance)).toMatchObject({
      body: { state: 'joined' },
    });
  };
  await join(buyer, alias);
  expect(await alertsOf(buyer, alias)).toEqual([expect.stringContaining('across 2 accounts')]);
  await join(alias, third);
  expect(await alertsOf(buyer, alias, third)).toHaveLength(1);
});

const officer = await createSession(server, 'compliance');
type Listed = { id: string; stopped: { why: readonly string[]; decided: boolean } | null };
const codeOf = server.actsAs(finance);

const prepareReturn = (movementId: string) =>
  codeOf('unallocated/prepareReturn', { movementId, note: '', reasonCode: 'third_party_payer' });

const findHold = async (movementId: string) =>
  (await listUnallocated<Listed>(server, compliance ?? '')).find(({ id }) => id === movementId)?.stopped;
let next = 0;

async function deposit(credit: string, payerHolder: string, line: StatementRow = {}) {
  next += 1;
  const details = `CASH DEPOSIT unclaimed ${next}`;
  await upload([{ reference: `CASH UNCLAIMED ${next}`, details, credit, payer: '', account: '', ...line }]);
  const { id: lineId } = await lineNamed(details);
  const paid = { ...emptyPayer, payerBank: 'Demo Bank', payerAccount: newAccount(), payerHolder };
  const { movementId } = (await done('bankLines/split', { lineId, parts: [], ...paid })) as { movementId: string };
  return movementId;
}

describe('unclaimed cash', () => {
  beforeAll(async () => {
    await applySetting(server, 'cash_deposits', { ceiling: 2500 });
    await holdUnallocatedCash(services);
  });

  test('refunding unclaimed cash above the limit needs two people of compliance', async () => {
    const movementId = await deposit('2000000.00', 'Carl Cash');
    expect(await prepareReturn(movementId)).toBe('desk.not_screened');
    expect([await holdUnallocatedCash(services), await holdUnallocatedCash(services)]).toEqual([1, 0]);
    expect(await prepareReturn(movementId)).toBe('desk.not_screened');
    expect(await findHold(movementId)).toMatchObject({ why: [expect.stringContaining('cash')], decided: false });
    await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'The report is made' }, officer);
    await done(
      'compliance/decideFrozen',
      { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' },
      admin,
    );
    expect(await prepareReturn(movementId)).toBe('done');
    const agreed = { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
    await done('unallocated/decide', agreed, admin);
    const sent = { movementId, reference: 'CASH BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
    await done('unallocated/recordReturned', sent);
  });

  test('refunding cash below the limit works after the check', async () => {
    const movementId = await deposit('2000.00', 'Sally Small');
    expect(await prepareReturn(movementId)).toBe('desk.not_screened');
    expect([await holdUnallocatedCash(services), await prepareReturn(movementId)]).toEqual([0, 'done']);
  });

  test('deposits of one payer on one day are added up, including checked ones', async () => {
    const first = await deposit('1500.00', 'Petra Parts');
    expect(await holdUnallocatedCash(services)).toBe(0);
    const other = await deposit('1500.00', 'PETRA  parts');
    expect(await holdUnallocatedCash(services)).toBe(2);
    expect([await prepareReturn(first), await prepareReturn(other)]).toEqual([
      'desk.not_screened',
      'desk.not_screened',
    ]);
  });

  test('refunding cash that was unlinked from an order before the count is held', async () => {
    const buyer = await newCustomer(server, 'Ina Brown');
    const order = await placePaidBuy(server, buyer.cookie, { amount: '3000' });
    await upload([{ reference: 'CASH OFF', details: `CASH DEPOSIT ${order.reference}`, credit: '3000.00' }]);
    await done('bankLines/confirm', confirming(await lineNamed(order.reference)));
    await done('desk/undoPayIn', await buildUnlink(order.orderId));
    await done('desk/approveUndo', { orderId: order.orderId, note: '' }, admin);
    const { rows } = await owner.query<{ id: string }>(
      `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1`,
      [order.orderId],
    );
    const movementId = rows[0]?.id ?? '';
    expect(await prepareReturn(movementId)).toBe('desk.not_screened');
    expect(await holdUnallocatedCash(services)).toBe(1);
    expect(await findHold(movementId)).toMatchObject({ decided: false });
  });
});
