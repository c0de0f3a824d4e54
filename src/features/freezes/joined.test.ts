import { expect, test } from 'vitest';
import { buy, paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, linkAccounts, newCustomer, openHit } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { LinkView } from '../identity/views.ts';
import type { FreezesView } from './views.ts';

/** A freeze is about a person, not about one of their accounts (decisions E2 and E3). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const officer = await another('compliance');
const finance = await sessionFor(server, 'finance');

const rowsOf = async (sql: string, values: unknown[]) => (await owner.query(sql, values)).rows;
const freezes = async ({ id }: Customer) =>
  (await call<FreezesView>('compliance/freezes', { userId: id }, compliance)).body;
const decide = (one: Customer, other: Customer, decision: 'join' | 'apart') =>
  call('identity/decideLink', { userId: one.id, otherId: other.id, decision, note: 'Seen both faces' }, compliance);

/** Two accounts that share a TRN, as a job found out. */
async function alike(): Promise<readonly [Customer, Customer]> {
  const two = [await newCustomer(server), await newCustomer(server)] as const;
  await linkAccounts(server, [two[0].id, two[1].id]);
  return two;
}

/** Confirms that somebody is a listed party. */
async function listed({ id }: Customer): Promise<void> {
  const hitId = await openHit(server, id);
  const decision = { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and papers agree.' };
  expect((await call('screening/decideHit', decision, compliance)).status).toBe(200);
}

async function thaw(freezeId: string | undefined): Promise<void> {
  const asked = await call<{ proposalId: string }>(
    'compliance/proposeThaw',
    { freezeId, note: 'Another person' },
    officer.cookie,
  );
  const verdict = { proposalId: asked.body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, compliance)).status).toBe(200);
}

test.each(['joined, then frozen', 'frozen, then joined'])(
  '%s: nothing of the other account moves either',
  async (how) => {
    const [one, other] = await alike();
    const { orderId } = await paidBuy(server, other.cookie, { amount: '2000' });
    await owner.query(`update transactions set pay_in = 'received' where id = $1`, [orderId]);
    if (how === 'joined, then frozen') expect((await decide(one, other, 'join')).status).toBe(200);
    await listed(one);
    if (how === 'frozen, then joined') expect((await decide(one, other, 'join')).status).toBe(200);

    expect((await buy(server, other.cookie, { amount: '2000' })).body.code).toBe('trading.not_possible');
    const onward = () => call('desk/startProcessing', { orderId, note: '' }, finance);
    expect((await onward()).body).toMatchObject({ code: 'trading.customer_frozen' });
    const straight = owner.query(`update transactions set status = 'processing' where id = $1`, [orderId]);
    await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
    // Compliance reads which account it comes from, and thaws there.
    const seen = await freezes(other);
    expect(seen).toMatchObject({ stopped: true, freezes: [{ cause: 'listed', account: { id: one.id } }] });
    expect((await freezes(one)).freezes).toMatchObject([{ account: null }]);
    await thaw(seen.freezes[0]?.id);
    expect((await freezes(other)).stopped).toBe(false);
    expect((await onward()).status).toBe(200);
  },
);

test('an account found by two to be another person is let go; the other stays frozen', async () => {
  const [one, other] = await alike();
  await decide(one, other, 'join');
  await listed(one);
  expect((await freezes(other)).stopped).toBe(true);
  expect((await decide(one, other, 'apart')).body).toEqual({ state: 'proposed' });
  // One person alone lets nobody go, neither by asking twice nor past the application.
  expect((await decide(one, other, 'apart')).body).toMatchObject({ code: 'approvals.already_open' });
  expect((await freezes(other)).stopped).toBe(true);
  const straight = owner.query(`update account_links set state = 'apart' where $1 in (one, other)`, [one.id]);
  await expect(straight).rejects.toMatchObject({ constraint: 'split_by_two_people' });
  const { body: links } = await call<LinkView[]>('identity/links', { userId: one.id }, officer.cookie);
  const proposalId = links[0]?.waiting?.proposalId;
  const agree = (cookie: string, how = 'apart') =>
    call('identity/decideLink', { userId: one.id, otherId: other.id, decision: how, note: 'x', proposalId }, cookie);
  expect((await agree(compliance)).body).toMatchObject({ code: 'approvals.second_person_needed' });
  expect((await agree(officer.cookie)).body).toEqual({ state: 'apart' });
  expect((await agree(officer.cookie, 'join')).body).toMatchObject({ code: 'approvals.already_decided' });
  expect([(await freezes(one)).stopped, (await freezes(other)).stopped]).toEqual([true, false]);
  expect((await buy(server, other.cookie, { amount: '2000' })).status).toBe(200);
});

test('a second person who does not agree leaves the accounts one person', async () => {
  const [one, other] = await alike();
  await decide(one, other, 'join');
  await listed(one);
  await decide(one, other, 'apart');
  const { body: links } = await call<LinkView[]>('identity/links', { userId: one.id }, officer.cookie);
  const answer = { userId: one.id, otherId: other.id, note: 'Two faces', proposalId: links[0]?.waiting?.proposalId };
  const declined = await call('identity/decideLink', { ...answer, decision: 'join' }, officer.cookie);
  expect(declined.body).toEqual({ state: 'declined' });
  expect((await freezes(other)).stopped).toBe(true);
});

test.each([
  ['another freeze since', (one: Customer) => call('compliance/freeze', { userId: one.id, reason: 'x' }, compliance)],
  [
    'something else that they share',
    (one: Customer) =>
      owner.query(`update account_links set kinds = kinds || '{wallet}' where $1 in (one, other)`, [one.id]),
  ],
] as const)(
  'who agrees that two are strangers agrees to what the first one read: %s is decided anew',
  async (_, then) => {
    const [one, other] = await alike();
    await decide(one, other, 'join');
    await listed(one);
    expect((await decide(one, other, 'apart')).body).toEqual({ state: 'proposed' });
    await then(one);
    const { body: links } = await call<LinkView[]>('identity/links', { userId: one.id }, officer.cookie);
    const answer = { userId: one.id, otherId: other.id, note: 'Two faces', proposalId: links[0]?.waiting?.proposalId };
    const agree = (decision: string) => call('identity/decideLink', { ...answer, decision }, officer.cookie);
    expect((await agree('apart')).body).toMatchObject({ code: 'approvals.changed_since' });
    expect((await agree('join')).body).toEqual({ state: 'declined' });
    expect((await freezes(other)).stopped).toBe(true);
  },
);

test('a return that was decided is taken back by a freeze of the joined account', async () => {
  const [one, other] = await alike();
  await decide(one, other, 'join');
  const { orderId } = await paidBuy(server, other.cookie, { amount: '2000' });
  await owner.query(`update transactions set pay_in = 'received', status = 'cancelled' where id = $1`, [orderId]);
  await listed(one);
  const asked = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Give it back' },
    officer.cookie,
  );
  const verdict = { proposalId: asked.body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, compliance)).status).toBe(200);
  expect((await freezes(other)).orders).toMatchObject([{ id: orderId, decided: true }]);
  await call('compliance/freeze', { userId: one.id, reason: 'An authority asks for it' }, compliance);
  expect((await freezes(other)).orders).toMatchObject([{ id: orderId, decided: false }]);
});

test('an alarm is about one account: whoever lost one may still be paid on the other', async () => {
  const [one, other] = await alike();
  await decide(one, other, 'join');
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [one.id]);
  const [row] = await rowsOf(
    `select set_config('app.sees_all', 'yes', false), app.standstill($1) one, app.standstill($2) other`,
    [one.id, other.id],
  );
  expect(row).toMatchObject({ one: 'alarm', other: null });
});

test('to join waits for what moves just now', async () => {
  const [one, other] = await alike();
  await listed(one);
  const { orderId } = await paidBuy(server, other.cookie, { amount: '2000' });
  await owner.query(`update transactions set pay_in = 'received' where id = $1`, [orderId]);
  const moving = await owner.connect();
  try {
    await moving.query('begin');
    await moving.query(`update transactions set status = 'processing' where id = $1`, [orderId]);
    let joined = false;
    const joining = decide(one, other, 'join').then(() => {
      joined = true;
    });
    await new Promise((done) => setTimeout(done, 400));
    expect(joined).toBe(false);
    await moving.query('commit');
    await joining;
    expect((await freezes(other)).stopped).toBe(true);
  } finally {
    moving.release();
  }
});

test('of whom a freeze, a joined account or a link ever stood, all is asked; others are let through', async () => {
  const stranger = await newCustomer(server);
  const frozen = await newCustomer(server);
  await call('compliance/freeze', { userId: frozen.id, reason: 'An authority asks for it' }, compliance);
  const [one, other] = await alike();
  const [first, second] = await alike();
  await decide(first, second, 'join');
  const letThrough = async ({ id }: Customer) =>
    (await rowsOf('select not exists (select from noted_accounts where id = $1) it', [id]))[0].it;
  expect(await Promise.all([frozen, one, other, first, second].map(letThrough))).toEqual(Array(5).fill(false));
  expect(await letThrough(stranger)).toBe(true);
  const missing = await rowsOf(
    `select user_id from (select user_id from account_freezes union select user_id from joined_accounts
        union select one from account_links union select other from account_links) known
      where user_id not in (select id from noted_accounts)`,
    [],
  );
  expect(missing).toEqual([]);
});
