import { expect, test } from 'vitest';
import { buildPayIn, buildSent, buy, placePaidBuy, sell } from '../../../test/orders.ts';
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
  const unrelated = await newCustomer(server);
  const frozen = await newCustomer(server);
  await call('compliance/freeze', { userId: frozen.id, reason: 'An authority asks for it' }, compliance);
  const [accountA, accountB] = await createLinkedPair();
  const [first, second] = await createLinkedPair();
  await decide(first, second, 'join');
  const isUnflagged = async ({ id }: Customer) =>
    (await rowsOf('select not exists (select from flagged_accounts where id = $1) it', [id]))[0].it;
  expect(await Promise.all([frozen, accountA, accountB, first, second].map(isUnflagged))).toEqual(Array(5).fill(false));
  expect(await isUnflagged(unrelated)).toBe(true);
  const missing = await rowsOf(
    `select user_id from (select user_id from account_freezes union select user_id from merged_accounts
        union select account_a one from account_links union select account_b other from account_links) known
      where user_id not in (select id from flagged_accounts)`,
    [],
  );
  expect(missing).toEqual([]);
});

test('a return approved by two people releases a held order of a frozen customer', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const officer = await another('compliance');
  const customer = await newCustomer(server);
  await call('compliance/freeze', { userId: customer.id, reason: 'An authority asks for it' }, compliance);
  const { orderId } = (await sell(server, customer.cookie, { amount: '0.0002', holder: 'Ina Brown' })).body;
  const target = { orderId, note: '' };
  const reference = 'cd'.repeat(32);
  await call('desk/confirmReceived', buildPayIn(orderId, { amount: '0.0002', reference }), finance);
  await call('desk/cancel', { ...target, reasonCode: 'asked_by_customer' }, finance);
  const release = async () => {
    const { status, body } = await call<{ code?: string }>('desk/release', target, compliance);
    return status === 200 ? 'released' : body.code;
  };
  expect(await release()).toBe('desk.customer_frozen');
  const releaseSql = `update transactions set held = false, hold_reason = null where id = $1`;
  await expect(owner.query(releaseSql, [orderId])).rejects.toThrow('money of a frozen customer cannot move');
  const proposed = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note: 'Give it back' },
    officer.cookie,
  );
  const decision = { proposalId: proposed.body.proposalId, decision: 'approve', note: 'Yes' };
  expect((await call('compliance/decideFrozen', decision, compliance)).status).toBe(200);
  expect(await release()).toBe('released');
  const { rows } = await owner.query('select id from movements where order_id = $1', [orderId]);
  const returnInput = {
    movementId: rows[0].id,
    reasonCode: 'order_stopped',
    payerBank: '',
    payerAccount: '',
    payerHolder: '',
  };
  expect((await call('desk/prepareReturn', { ...target, ...returnInput }, finance)).status).toBe(200);
  expect((await call('desk/preparePayout', target, finance)).status).toBe(409);
});

test('an approved return covers only the movements shown', async () => {
  const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
  const [second, officer] = [await another('finance'), await another('compliance')];
  const act = server.actsAs(finance);
  const fred = await newCustomer(server, 'Frozen Fred');
  const { orderId } = await placePaidBuy(server, fred.cookie, { amount: '4000' });
  const target = { orderId, note: '' };
  const payer = { payerAccount: '9811112222', payerHolder: 'Frozen Fred' };
  await act('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '4000', reference: 'OWN 1' }), ...payer });
  await act('desk/startProcessing', target);
  await act('desk/recordExtra', { ...buildPayIn(orderId, { amount: '50', reference: 'SURPLUS 1' }), ...payer });
  await act('compliance/freeze', { userId: fred.id, reason: 'An authority asks' }, officer.cookie);
  const loadOrders = async () =>
    (await call<FreezesView>('compliance/freezes', { userId: fred.id }, compliance)).body.orders;
  const decide = async () => {
    const proposed = await call<{ proposalId: string }>(
      'compliance/proposeFrozenReturn',
      { orderId, note: 'Give it back' },
      officer.cookie,
    );
    const verdict = { proposalId: proposed.body.proposalId, decision: 'approve', note: '' };
    expect(await act('compliance/decideFrozen', verdict, compliance)).toBe('done');
  };
  expect(await loadOrders()).toMatchObject([{ id: orderId, received: 'J$50.00', decided: false }]);
  await decide();
  expect(await loadOrders()).toMatchObject([{ received: 'J$50.00', decided: true }]);
  const directReturn = owner.query(
    `with own as (select * from movements where order_id = $1 and direction = 'in' and not is_surplus),
       agreed as (insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
         select 'return', $1::text, jsonb_build_object('movementId', id, 'amount', amount::text, 'unit', asset,
           'account', account), user_id, $2, 'approved', $3, now() from own returning id)
     insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, account, bank, holder, moved_at,
       recorded_at, proposal_id)
     select order_id, user_id, 'back', own.id, asset, amount, rail, account, bank, holder, now(), now(), agreed.id
       from own, agreed`,
    [orderId, officer.id, second.id],
  );
  await expect(directReturn).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await act('desk/cancel', { ...target, reasonCode: 'asked_by_customer' })).toBe('done');
  expect(await loadOrders()).toMatchObject([{ received: 'J$4,000.00 and J$50.00', decided: false }]);
  const returnMoney = async (reference: string) => {
    const { rows } = await owner.query('select id from movements where reference = $1', [reference]);
    const to = { payerBank: '', payerAccount: '', payerHolder: '' };
    const proposed = { ...target, ...to, movementId: rows[0].id, reasonCode: 'order_stopped' };
    return [
      await act('desk/prepareReturn', proposed),
      await act('desk/approveReturn', target, second.cookie),
      await act('desk/recordReturned', buildSent(orderId, `BACK ${reference}`)),
    ];
  };
  for (const reference of ['OWN 1', 'SURPLUS 1'])
    expect((await returnMoney(reference))[0]).toBe('desk.customer_frozen');
  await decide();
  for (const reference of ['OWN 1', 'SURPLUS 1'])
    expect(await returnMoney(reference)).toEqual(['done', 'done', 'done']);
});
