import { describe, expect, test } from 'vitest';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { buildPayIn, buy, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, insertOpenHit, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';

/** Frozen staff lose all permissions, and no single officer can freeze staff. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another, alertAbout, caseAbout, rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const admin = await createSession(server, 'admin');

const join = async (first: string, second: string) => {
  await linkAccounts(server, [first, second]);
  const link = { userId: first, otherId: second, decision: 'join', note: 'One TRN, one face' };
  return call<{ code?: string }>('identity/decideLink', link, compliance);
};
const freezeDirectly = (id: string) =>
  owner.query(
    `alter table account_freezes disable trigger check_freeze_of_staff;
     insert into account_freezes (user_id, cause, frozen_by, reason)
       select '${id}', 'by_hand', id, 'Before they had a role' from auth."user" where email = 'admin@demo.test';
     alter table account_freezes enable trigger check_freeze_of_staff`,
  );
const raiseAlarm = (id: string) =>
  owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [id]);

test.each([
  ['that is frozen', freezeDirectly],
  ['with an open alarm', raiseAlarm],
])('staff %s lose all permissions', async (_, stop) => {
  const [finance, officer] = [await another('finance'), await another('compliance')];
  const customer = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  expect((await call('desk/queue', {}, finance.cookie)).status).toBe(200);
  for (const { id } of [finance, officer]) await stop(id);
  const target = { orderId, note: '' };
  const answers = await Promise.all([
    call('desk/confirmReceived', buildPayIn(orderId, { amount: '3000' }), finance.cookie),
    call('desk/queue', {}, finance.cookie),
    call('desk/hold', { ...target, reasonCode: 'source_of_funds' }, officer.cookie),
    call('compliance/freeze', { userId: customer.id, reason: 'By a thief' }, officer.cookie),
    call('identity/customers', {}, officer.cookie),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect((await call('trading/list', {}, finance.cookie)).status).toBe(200);
});

test("one officer can't freeze staff in any way", async () => {
  const crook = await another('compliance');
  const honest = await another('admin');
  const worksAtDesk = { code: 'approvals.works_at_desk' };
  const manualFreeze = await call('compliance/freeze', { userId: honest.id, reason: 'No reason' }, crook.cookie);
  expect(manualFreeze.body).toMatchObject(worksAtDesk);
  const hitId = await insertOpenHit(server, honest.id);
  const confirm = { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and documents match.' };
  expect((await call('screening/decideHit', confirm, crook.cookie)).body).toMatchObject(worksAtDesk);
  const caseId = await caseAbout(honest.id, crook.cookie);
  await call('compliance/startReview', { caseId }, crook.cookie);
  const close = { caseId, outcome: 'relationship_ends', text: 'x' };
  expect((await call('compliance/closeCase', close, crook.cookie)).body).toMatchObject(worksAtDesk);
  const mule = await newCustomer(server);
  expect((await call('compliance/freeze', { userId: mule.id, reason: 'A mule' }, crook.cookie)).status).toBe(200);
  expect((await join(honest.id, mule.id)).body).toMatchObject(worksAtDesk);
  const directInsert = owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason) values ($1, 'by_hand', $2, 'x')`,
    [honest.id, crook.id],
  );
  await expect(directInsert).rejects.toMatchObject({ constraint: 'desk_is_not_frozen_by_one' });
});

test('one officer can freeze former staff after two people revoked the role', async () => {
  const crook = await another('finance');
  const [{ email } = { email: '' }] = await rowsOf<{ email: string }>('select email from profiles where id = $1', [
    crook.id,
  ]);
  const proposed = await call<{ proposalId: string }>(
    'roles/propose',
    { email, role: 'finance', act: 'revoke', why: 'Under investigation' },
    admin,
  );
  const approval = { proposalId: proposed.body.proposalId, decision: 'approve' };
  expect((await call('roles/decide', approval, compliance)).status).toBe(200);
  expect(
    (await call('compliance/freeze', { userId: crook.id, reason: 'Under investigation' }, compliance)).status,
  ).toBe(200);
});

test("an officer can't see or decide anything about their other accounts", async () => {
  const officer = await another('compliance');
  const second = await newCustomer(server, 'Second compliance');
  const { orderId } = await placePaidBuy(server, second.cookie, { amount: '3000' });
  const alertId = await alertAbout(second.id);
  expect((await join(officer.id, second.id)).status).toBe(200);
  const seen = await call('compliance/alerts', {}, officer.cookie);
  expect([seen.status, JSON.stringify(seen.body).includes(alertId)]).toEqual([200, false]);
  const close = { alertId, outcome: 'false_positive', note: 'Nothing here' };
  expect((await call('compliance/closeAlert', close, officer.cookie)).status).toBe(404);
  const own = { code: 'approvals.own_matter' };
  const hold = { orderId, note: '', reasonCode: 'source_of_funds' };
  expect((await call('desk/hold', hold, officer.cookie)).body).toMatchObject(own);
  expect((await call('identity/customer', { userId: second.id }, officer.cookie)).body).toMatchObject(own);
  expect((await call('compliance/freezes', { userId: second.id }, officer.cookie)).body).toMatchObject(own);
});

/** Staff are exempt from duplicate freezes. The exemption doesn't extend to accounts merged with theirs. */
describe('accounts merged with staff', () => {
  type Account = Pick<Customer, 'id'>;
  const decide = (first: Account, second: Account, decision: 'join' | 'apart') =>
    call(
      'identity/decideLink',
      { userId: first.id, otherId: second.id, decision, note: 'Reviewed', proposalId: null },
      compliance,
    );
  async function joinAccounts(first: Account, second: Account) {
    await linkAccounts(server, [first.id, second.id], 'wallet');
    expect(await decide(first, second, 'join')).toMatchObject({ body: { state: 'joined' } });
  }
  async function createFrozen(name: string) {
    const frozen = await newCustomer(server, name);
    const stop = { userId: frozen.id, reason: 'An authority asks for it' };
    expect((await call('compliance/freeze', stop, compliance)).status).toBe(200);
    return frozen;
  }
  async function takeName(customer: Customer, firstName: string, lastName: string) {
    const named = { firstName, lastName, dateOfBirth: '1990-04-12' };
    expect((await call('accountPages/updateProfile', named, customer.cookie)).status).toBe(200);
    await detectDuplicatesOf(services, customer.id);
  }
  const tryToBuy = async ({ cookie }: Customer) =>
    (await buy(server, cookie, { amount: '2000' })).body.code ?? 'placed';

  test('a new account of a frozen customer is stopped when merged with staff, and the staff keep working', async () => {
    const frozen = await createFrozen('Desmond Dacres');
    const [newcomer, staff] = [await newCustomer(server, 'Jane Newcomer'), await another('support')];
    await joinAccounts(newcomer, staff);
    expect(await tryToBuy(newcomer)).toBe('placed');
    await takeName(newcomer, 'Desmond', 'Dacres');
    expect(await tryToBuy(newcomer)).toBe('trading.not_possible');
    expect((await call('compliance/freezes', { userId: newcomer.id }, compliance)).body).toMatchObject({
      stopped: true,
    });
    expect((await decide(newcomer, frozen, 'apart')).body).toEqual({ state: 'proposed' });
    expect((await decide(newcomer, frozen, 'join')).body).toMatchObject({ code: 'approvals.works_at_desk' });
    expect((await call('desk/queue', {}, staff.cookie)).status).toBe(200);
  });

  test('separating staff from a frozen namesake needs two people', async () => {
    const frozen = await createFrozen('Toots Hibbert');
    const staff = await newCustomer(server, 'Toots Hibbert');
    await detectDuplicatesOf(services, staff.id);
    expect(await tryToBuy(staff)).toBe('trading.not_possible');
    await owner.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [staff.id]);
    expect((await call('desk/queue', {}, staff.cookie)).status).toBe(200);
    expect((await decide(staff, frozen, 'apart')).body).toEqual({ state: 'proposed' });
  });
});

describe('a role granted during a freeze', () => {
  const act = server.actsAs(compliance);

  const stops: Record<string, (userId: string) => Promise<() => Promise<unknown>>> = {
    'manual freeze': async (userId) => () => act('compliance/freeze', { userId, reason: 'An authority asks' }),
    'confirmed match': async (userId) => {
      const hitId = await insertOpenHit(server, userId);
      const confirmation = {
        hitId,
        decision: 'confirm',
        reasonCode: 'papers_agree',
        note: 'Name and documents match.',
      };
      return () => act('screening/decideHit', confirmation);
    },
    'case closed with relationship_ends': async (userId) => {
      const caseId = await caseAbout(userId, compliance);
      expect(await act('compliance/startReview', { caseId })).toBe('done');
      return () => act('compliance/closeCase', { caseId, outcome: 'relationship_ends', text: 'x' });
    },
    'merge with a frozen account': async (userId) => {
      const mule = await newCustomer(server);
      expect(await act('compliance/freeze', { userId: mule.id, reason: 'A mule' })).toBe('done');
      await linkAccounts(server, [userId, mule.id]);
      return () =>
        act('identity/decideLink', { userId, otherId: mule.id, decision: 'join', note: 'One TRN, one face' });
    },
  };

  test.each(Object.entries(stops))(
    'freezing a customer who gets a staff role meanwhile is refused: %s',
    async (_, prepare) => {
      const { id } = await newCustomer(server);
      const stop = await prepare(id);
      const client = await owner.connect();
      await client.query('begin');
      // Lock taken by the database when it grants a role.
      await client.query(`select pg_advisory_xact_lock_shared(hashtextextended('standing ' || $1::uuid, 0))`, [id]);
      await client.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [id]);
      const stopping = stop();
      await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
      await client.query('commit');
      client.release();
      expect(await stopping).toBe('approvals.works_at_desk');
      expect(await rowsOf('select 1 from account_freezes where user_id = $1', [id])).toEqual([]);
    },
  );
});
