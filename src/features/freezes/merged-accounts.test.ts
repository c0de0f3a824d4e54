import { expect, test } from 'vitest';
import { buy, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, insertOpenHit, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { LinkView } from '../kyc/views.ts';
import type { FreezesView } from './views.ts';

/** A freeze applies to a person with all their accounts (decisions E2 and E3). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const officer = await another('compliance');
const finance = await createSession(server, 'finance');

const rowsOf = async (sql: string, values: unknown[]) => (await owner.query(sql, values)).rows;
const loadFreezes = async ({ id }: Customer) =>
  (await call<FreezesView>('compliance/freezes', { userId: id }, compliance)).body;
const decide = (accountA: Customer, accountB: Customer, decision: 'join' | 'apart') =>
  call(
    'identity/decideLink',
    { userId: accountA.id, otherId: accountB.id, decision, note: 'Seen both faces' },
    compliance,
  );

async function createLinkedPair(): Promise<readonly [Customer, Customer]> {
  const pair = [await newCustomer(server), await newCustomer(server)] as const;
  await linkAccounts(server, [pair[0].id, pair[1].id]);
  return pair;
}

async function confirmListed({ id }: Customer): Promise<void> {
  const hitId = await insertOpenHit(server, id);
  const decision = { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and documents match.' };
  expect((await call('screening/decideHit', decision, compliance)).status).toBe(200);
}

async function unfreeze(freezeId: string | undefined): Promise<void> {
  const proposed = await call<{ proposalId: string }>(
    'compliance/proposeUnfreeze',
    { freezeId, note: 'Another person' },
    officer.cookie,
  );
  const verdict = { proposalId: proposed.body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, compliance)).status).toBe(200);
}

test.each(['merged, then frozen', 'frozen, then merged'])('%s: the merged account is frozen too', async (variant) => {
  const [accountA, accountB] = await createLinkedPair();
  const { orderId } = await placePaidBuy(server, accountB.cookie, { amount: '2000' });
  await owner.query(`update transactions set pay_in = 'received' where id = $1`, [orderId]);
  if (variant === 'merged, then frozen') expect((await decide(accountA, accountB, 'join')).status).toBe(200);
  await confirmListed(accountA);
  if (variant === 'frozen, then merged') expect((await decide(accountA, accountB, 'join')).status).toBe(200);

  expect((await buy(server, accountB.cookie, { amount: '2000' })).body.code).toBe('trading.not_possible');
  const startProcessing = () => call('desk/startProcessing', { orderId, note: '' }, finance);
  expect((await startProcessing()).body).toMatchObject({ code: 'desk.customer_frozen' });
  const directUpdate = owner.query(`update transactions set status = 'processing' where id = $1`, [orderId]);
  await expect(directUpdate).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  const view = await loadFreezes(accountB);
  expect(view).toMatchObject({ stopped: true, freezes: [{ cause: 'listed', account: { id: accountA.id } }] });
  expect((await loadFreezes(accountA)).freezes).toMatchObject([{ account: null }]);
  await unfreeze(view.freezes[0]?.id);
  expect((await loadFreezes(accountB)).stopped).toBe(false);
  expect((await startProcessing()).status).toBe(200);
});

test('splitting accounts by two people unfreezes the second account only', async () => {
  const [accountA, accountB] = await createLinkedPair();
  await decide(accountA, accountB, 'join');
  await confirmListed(accountA);
  expect((await loadFreezes(accountB)).stopped).toBe(true);
  expect((await decide(accountA, accountB, 'apart')).body).toEqual({ state: 'proposed' });
  expect((await decide(accountA, accountB, 'apart')).body).toMatchObject({ code: 'approvals.already_open' });
  expect((await loadFreezes(accountB)).stopped).toBe(true);
  const directUpdate = owner.query(`update account_links set state = 'apart' where $1 in (account_a, account_b)`, [
    accountA.id,
  ]);
  await expect(directUpdate).rejects.toMatchObject({ constraint: 'split_by_two_people' });
  const { body: links } = await call<LinkView[]>('identity/links', { userId: accountA.id }, officer.cookie);
  const proposalId = links[0]?.waiting?.proposalId;
  const agree = (cookie: string, variant = 'apart') =>
    call(
      'identity/decideLink',
      { userId: accountA.id, otherId: accountB.id, decision: variant, note: 'x', proposalId },
      cookie,
    );
  expect((await agree(compliance)).body).toMatchObject({ code: 'approvals.second_person_needed' });
  expect((await agree(officer.cookie)).body).toEqual({ state: 'apart' });
  expect((await agree(officer.cookie, 'join')).body).toMatchObject({ code: 'approvals.already_decided' });
  expect([(await loadFreezes(accountA)).stopped, (await loadFreezes(accountB)).stopped]).toEqual([true, false]);
  expect((await buy(server, accountB.cookie, { amount: '2000' })).status).toBe(200);
});

test('rejecting a split keeps the accounts merged', async () => {
  const [accountA, accountB] = await createLinkedPair();
  await decide(accountA, accountB, 'join');
  await confirmListed(accountA);
  await decide(accountA, accountB, 'apart');
  const { body: links } = await call<LinkView[]>('identity/links', { userId: accountA.id }, officer.cookie);
  const answer = {
    userId: accountA.id,
    otherId: accountB.id,
    note: 'Two faces',
    proposalId: links[0]?.waiting?.proposalId,
  };
  const declined = await call('identity/decideLink', { ...answer, decision: 'join' }, officer.cookie);
  expect(declined.body).toEqual({ state: 'declined' });
  expect((await loadFreezes(accountB)).stopped).toBe(true);
});

test.each([
  ['a new freeze', (accountA: Customer) => call('compliance/freeze', { userId: accountA.id, reason: 'x' }, compliance)],
  [
    'a new shared identifier',
    (accountA: Customer) =>
      owner.query(`update account_links set kinds = kinds || '{wallet}' where $1 in (account_a, account_b)`, [
        accountA.id,
      ]),
  ],
] as const)('approving a split after %s is refused as changed', async (_, then) => {
  const [accountA, accountB] = await createLinkedPair();
  await decide(accountA, accountB, 'join');
  await confirmListed(accountA);
  expect((await decide(accountA, accountB, 'apart')).body).toEqual({ state: 'proposed' });
  await then(accountA);
  const { body: links } = await call<LinkView[]>('identity/links', { userId: accountA.id }, officer.cookie);
  const answer = {
    userId: accountA.id,
    otherId: accountB.id,
    note: 'Two faces',
    proposalId: links[0]?.waiting?.proposalId,
  };
  const agree = (decision: string) => call('identity/decideLink', { ...answer, decision }, officer.cookie);
  expect((await agree('apart')).body).toMatchObject({ code: 'approvals.changed_since' });
  expect((await agree('join')).body).toEqual({ state: 'declined' });
  expect((await loadFreezes(accountB)).stopped).toBe(true);
});

test('freezing a merged account revokes an approved return', async () => {
  const [accountA, accountB] = await createLinkedPair();
  await decide(accountA, accountB, 'join');
  const { orderId } = await placePaidBuy(server, accountB.cookie, { amount: '2000' });
  await owner.query(`update transactions set pay_in = 'received', status = 'cancelled' where id = $1`, [orderId]);
  await confirmListed(accountA);
  const proposed = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Give it back' },
    officer.cookie,
  );
  const verdict = { proposalId: proposed.body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, compliance)).status).toBe(200);
  expect((await loadFreezes(accountB)).orders).toMatchObject([{ id: orderId, decided: true }]);
  await call('compliance/freeze', { userId: accountA.id, reason: 'An authority asks for it' }, compliance);
  expect((await loadFreezes(accountB)).orders).toMatchObject([{ id: orderId, decided: false }]);
});

test('an alarm on one account keeps the merged account payable', async () => {
  const [accountA, accountB] = await createLinkedPair();
  await decide(accountA, accountB, 'join');
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [accountA.id]);
  const [row] = await rowsOf(
    `select set_config('app.all_rows', 'yes', false), app.freeze_status($1) a, app.freeze_status($2) b`,
    [accountA.id, accountB.id],
  );
  expect(row).toMatchObject({ a: 'alarm', b: null });
});

test('merging waits for a running order update', async () => {
  const [accountA, accountB] = await createLinkedPair();
  await confirmListed(accountA);
  const { orderId } = await placePaidBuy(server, accountB.cookie, { amount: '2000' });
  await owner.query(`update transactions set pay_in = 'received' where id = $1`, [orderId]);
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(`update transactions set status = 'processing' where id = $1`, [orderId]);
    let joined = false;
    const joining = decide(accountA, accountB, 'join').then(() => {
      joined = true;
    });
    await new Promise((done) => setTimeout(done, 400));
    expect(joined).toBe(false);
    await client.query('commit');
    await joining;
    expect((await loadFreezes(accountB)).stopped).toBe(true);
  } finally {
    client.release();
  }
});

test('customers with a freeze, a merge or a link are flagged, others are not', async () => {
  const stranger = await newCustomer(server);
  const frozen = await newCustomer(server);
  await call('compliance/freeze', { userId: frozen.id, reason: 'An authority asks for it' }, compliance);
  const [accountA, accountB] = await createLinkedPair();
  const [first, second] = await createLinkedPair();
  await decide(first, second, 'join');
  const isUnflagged = async ({ id }: Customer) =>
    (await rowsOf('select not exists (select from flagged_accounts where id = $1) it', [id]))[0].it;
  expect(await Promise.all([frozen, accountA, accountB, first, second].map(isUnflagged))).toEqual(Array(5).fill(false));
  expect(await isUnflagged(stranger)).toBe(true);
  const missing = await rowsOf(
    `select user_id from (select user_id from account_freezes union select user_id from merged_accounts
        union select account_a one from account_links union select account_b other from account_links) known
      where user_id not in (select id from flagged_accounts)`,
    [],
  );
  expect(missing).toEqual([]);
});
