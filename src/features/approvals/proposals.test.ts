import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildPayIn, placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, linkAccounts, newCustomer, submitCheck } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { FreezesView } from '../freezes/views.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import type { Rejection } from './proposal.ts';

/** Two accounts of one person count as one for approvals and quotas (decisions D2, E3). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const staff = (name: string) => createSession(server, name);
const rowsOf = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows;
const idOf = async (name: string): Promise<string> =>
  (await rowsOf('select id from profiles where email = $1', [`${name}@demo.test`]))[0].id;
const joinAccounts = (...ids: string[]) =>
  owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);
const ownMatter = { body: { code: 'approvals.own_matter' } };
const { another } = setUpSuspicions(server);

test('a payout proposed by staff who closed their account is refused', async () => {
  const finance = await another('finance');
  const { orderId } = await placePaidBuy(server, (await newCustomer(server)).cookie, { amount: '3000' });
  await call('desk/confirmReceived', buildPayIn(orderId, { amount: '3000' }), finance.cookie);
  for (const step of ['startProcessing', 'preparePayout'])
    expect((await call(`desk/${step}`, { orderId, note: '' }, finance.cookie)).status).toBe(200);
  await owner.query(`update auth."user" set "emailVerified" = false where id = $1`, [finance.id]);
  const approval = { orderId, proposalId: await server.openProposal(orderId), note: '' };
  const answer = await call('desk/approvePayout', approval, await staff('finance'));
  expect(answer).toMatchObject({ body: { code: 'approvals.proposer_stopped' } });
});

test('staff cannot act on orders, submissions or suspicions of their other account', async () => {
  const second = await newCustomer(server);
  await joinAccounts(await idOf('finance'), second.id);
  await joinAccounts(await idOf('compliance'), (await newCustomer(server)).id);
  const { orderId } = await placePaidBuy(server, second.cookie, { amount: '4000' });
  const money = buildPayIn(orderId, { amount: '4000' });
  expect(await call('desk/confirmReceived', money, await staff('finance'))).toMatchObject(ownMatter);
  expect((await call('desk/confirmReceived', money, await staff('admin'))).status).toBe(200);

  const [{ user_id: third }] = await rowsOf(
    'select user_id from merged_accounts where person_id = $1 and user_id <> person_id',
    [await idOf('compliance')],
  );
  const freeze = { userId: third, reason: 'An authority asks for it' };
  expect(await call('compliance/freeze', freeze, await staff('compliance'))).toMatchObject(ownMatter);
  const byOne = await call('compliance/freeze', freeze, await staff('admin'));
  expect(byOne).toMatchObject({ body: { code: 'approvals.works_at_desk' } });
});

test.each(['support', 'finance', 'compliance'])('no list shows %s the state of their other account', async (role) => {
  const reader = await setUpSuspicions(server).another(role);
  const second = await newCustomer(server, 'Second Self');
  await joinAccounts(reader.id, second.id);
  const { orderId, reference } = await placePaidBuy(server, second.cookie, { amount: '3000' });
  const money = buildPayIn(orderId, { amount: '3000' });
  expect((await call('desk/confirmReceived', money, await staff('finance'))).status).toBe(200);
  await submitCheck(server, second, 3);

  type List = { lines: unknown[]; counts?: { all?: number; held?: number } };
  const callAs = async (path: string, input: object, name = reader.cookie) =>
    (await call<List>(path, input, name)).body;
  const hold = { orderId, reasonCode: 'source_of_funds', note: '' };
  expect((await call('desk/hold', hold, await staff('compliance'))).status).toBe(200);

  const queue = (name?: string) => callAs('desk/queue', { filter: 'held', search: reference }, name);
  expect((await queue(await staff('admin'))).lines).toHaveLength(1);
  expect((await queue()).lines).toEqual([]);
  const countHeld = async (name?: string) => (await callAs('desk/queue', {}, name)).counts?.held ?? 0;
  expect(await countHeld()).toBe((await countHeld(await staff('admin'))) - 1);
  if (role === 'finance') return;
  const checks = (name?: string) => callAs('identity/queue', { search: second.email }, name);
  expect((await checks(await staff('admin'))).lines).toHaveLength(1);
  expect((await checks()).lines).toEqual([]);
  expect((await checks()).counts?.all).toBe(((await checks(await staff('admin'))).counts?.all ?? 0) - 1);
  if (role === 'support') return;
  const customers = (name?: string) => callAs('compliance/customers', { search: second.email }, name);
  expect((await customers(await staff('admin'))).lines).toHaveLength(1);
  expect((await customers()).lines).toEqual([]);
});

test('an account with their tax number counts as their own until reviewed as separate', async () => {
  const officer = await setUpSuspicions(server).another('compliance');
  const [likely, neighbour] = [await newCustomer(server, 'Second Self'), await newCustomer(server, 'Next Street')];
  await linkAccounts(server, [officer.id, likely.id]);
  await linkAccounts(server, [officer.id, neighbour.id], 'wallet');
  const countFound = async ({ email }: Customer) =>
    (await call<{ lines: unknown[] }>('compliance/customers', { search: email }, officer.cookie)).body.lines.length;
  expect([await countFound(likely), await countFound(neighbour)]).toEqual([0, 1]);
  const freeze = { userId: likely.id, reason: 'An authority asks for it' };
  expect(await call('compliance/freeze', freeze, officer.cookie)).toMatchObject(ownMatter);

  await owner.query(
    `update account_links set state = 'apart', decided_by = $1, decided_at = now(), note = 'a twin sister'
      where $2 in (account_a, account_b)`,
    [await idOf('admin'), likely.id],
  );
  expect(await countFound(likely)).toBe(1);
});

test('the two accounts of one person cannot prepare and approve', async () => {
  const customer = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '4000' });
  const [admin, finance] = [await staff('admin'), await staff('finance')];
  const money = buildPayIn(orderId, { amount: '4000' });
  for (const [path, input] of [
    ['confirmReceived', money],
    ['startProcessing', { orderId, note: '' }],
    ['preparePayout', { orderId, note: '' }],
  ] as const)
    expect([path, (await call(`desk/${path}`, input, admin)).status]).toEqual([path, 200]);
  await owner.query('delete from merged_accounts');
  await joinAccounts(await idOf('admin'), await idOf('finance'));
  const secondNeeded = { body: { code: 'approvals.second_person_needed' } };
  expect(await call('desk/approvePayout', { orderId, note: '' }, finance)).toMatchObject(secondNeeded);
  const sendBack = { orderId, reasonCode: 'check_missing', note: '' };
  expect(await call('desk/sendBackPayout', sendBack, finance)).toMatchObject(secondNeeded);
  expect(await call('desk/sendBackPayout', sendBack, admin)).toMatchObject(secondNeeded);
  await owner.query('delete from merged_accounts');
  expect((await call('desk/approvePayout', { orderId, note: '' }, finance)).status).toBe(200);
});

test('held sells of several accounts open a case for the person', async () => {
  const { order_limits } = demoSettings;
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [order_limits]);
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  await joinAccounts(one.id, other.id);
  const tooMuch = async ({ id, cookie }: Customer) => {
    const [{ holder }] = await rowsOf(`select first_name || ' ' || last_name holder from profiles where id = $1`, [id]);
    expect((await sell(server, cookie, { amount: '0.002', holder })).status).toBe(200);
  };
  const cases = () => rowsOf('select kind from cases where user_id = any($1)', [[one.id, other.id]]);
  await tooMuch(one);
  expect(await cases()).toEqual([]);
  await tooMuch(other);
  expect(await cases()).toEqual([{ kind: 'held_order' }]);
});

describe('rejecting a proposal', async () => {
  const finance = await createSession(server, 'finance');

  const rejected = async (cookie: string, kind: string, subject: string): Promise<Rejection[]> =>
    (await call<Rejection[]>('approvals/rejected', { kinds: [kind], subjects: [subject] }, cookie)).body;

  const logged = async (action: string): Promise<unknown[]> =>
    (await owner.query(`select after from audit_log where action = $1 order by id desc limit 1`, [action])).rows;

  test('all staff read who rejected a fee change, when and why', async () => {
    const change = { key: 'fee', value: { basisPoints: 790 } };
    const { body } = await call<{ proposalId: string }>('settings/propose', change, finance);
    const admin = await createSession(server, 'admin');
    const silent = { proposalId: body.proposalId, decision: 'reject' };
    expect((await call('settings/decide', silent, admin)).status).toBe(400);
    const verdict = { ...silent, reason: 'The board has not met' };
    expect((await call('settings/decide', verdict, admin)).status).toBe(200);
    for (const name of ['finance', 'compliance', 'support', 'admin'] as const) {
      const [newest] = await rejected(await createSession(server, name), 'setting', 'fee');
      expect(newest).toMatchObject({ subject: 'fee', proposer: 'Fiona Reid', reason: 'The board has not met' });
      expect(newest?.decidedAt).toBeTruthy();
    }
    const line = { asked: { basisPoints: 790 }, reason: 'The board has not met' };
    expect(await logged('settings.reject')).toEqual([{ after: line }]);
  });

  test('rejected news are listed below the sent ones, with text and reason', async () => {
    const news = { subject: 'Half price', text: 'For a week.', path: '/courses', why: 'Carnival' };
    const { body } = await call<{ proposalId: string }>('news/propose', news, finance);
    const second = await another('finance');
    const verdict = { proposalId: body.proposalId, decision: 'reject', reason: 'We sell nothing at half price' };
    expect((await call('news/decide', verdict, second.cookie)).status).toBe(200);
    const { body: page } = await call<{ rejected: unknown[] }>('news/list', undefined, finance);
    expect(page.rejected).toMatchObject([{ subject: 'Half price', reason: 'We sell nothing at half price' }]);
    expect(await logged('news.reject')).toMatchObject([{ after: { reason: 'We sell nothing at half price' } }]);
  });

  test('finance and support do not see rejections of compliance', async () => {
    const subject = randomUUID();
    const compliance = await another('compliance');
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by) values ('rule_set', $1, '{"title": "Milder"}', $2) returning id`,
      [subject, (await another('compliance')).id],
    );
    await owner.query('alter table proposals disable trigger user');
    await owner.query(
      `update proposals set state = 'rejected', reason = 'Too mild', decided_by = $2, decided_at = now() where id = $1`,
      [rows[0]?.id, compliance.id],
    );
    await owner.query('alter table proposals enable trigger user');
    expect(await rejected(compliance.cookie, 'rule_set', subject)).toMatchObject([
      { title: 'Milder', reason: 'Too mild' },
    ]);
    for (const name of ['finance', 'support'] as const)
      expect(await rejected(await createSession(server, name), 'rule_set', subject)).toEqual([]);
  });
});

describe('open proposals', async () => {
  const { rowsOf } = setUpSuspicions(server);
  const compliance = await createSession(server, 'compliance');
  const officer = await another('compliance');

  test('a proposed unfreeze is shown and decided with many others open', async () => {
    const { id: userId } = await newCustomer(server);
    // 200 older proposals of another officer.
    await owner.query('alter table proposals disable trigger user');
    await owner.query(
      `insert into proposals (kind, subject, payload, customer_id, proposed_by, proposed_at)
     select 'thaw', gen_random_uuid()::text, '{"note": "x", "freezes": []}', $1, $2, now() - interval '1 hour'
       from generate_series(1, 200)`,
      [userId, officer.id],
    );
    await owner.query('alter table proposals enable trigger user');
    expect((await call('compliance/freeze', { userId, reason: 'By mistake' }, compliance)).status).toBe(200);
    const [frozen] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
    const input = { freezeId: frozen?.id, note: 'A mistake' };
    const { body } = await call<{ proposalId: string }>('compliance/proposeUnfreeze', input, compliance);
    const page = await call<FreezesView>('compliance/freezes', { userId }, officer.cookie);
    expect(page.body.freezes).toMatchObject([{ unfreezeProposal: { proposalId: body.proposalId } }]);
    const verdict = { proposalId: body.proposalId, decision: 'approve', note: 'x' };
    expect((await call('compliance/decideFrozen', verdict, officer.cookie)).status).toBe(200);
  });

  test('a proposal on two accounts is decided for these two alone', async () => {
    const [frozen, one, other] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
    const decideLink = (
      staff: { id: string },
      decision: string,
      more: { cookie?: string; proposalId?: string } = {},
    ) => {
      const { cookie = compliance, proposalId = null } = more;
      const pair = { userId: frozen.id, otherId: staff.id };
      return call<{ state?: string; code?: string }>(
        'identity/decideLink',
        { ...pair, decision, note: 'x', proposalId },
        cookie,
      );
    };
    for (const { id } of [one, other]) {
      await linkAccounts(server, [frozen.id, id]);
      expect((await decideLink({ id }, 'join')).body).toEqual({ state: 'joined' });
    }
    const freeze = { userId: frozen.id, reason: `An authority asks ${randomUUID()}` };
    expect((await call('compliance/freeze', freeze, compliance)).status).toBe(200);
    expect((await decideLink(one, 'apart')).body).toEqual({ state: 'proposed' });
    const [split] = await rowsOf<{ id: string }>(`select id from proposals where kind = 'split' and state = 'open'`);
    const read = { cookie: officer.cookie, proposalId: split?.id ?? '' };
    for (const decision of ['apart', 'join'])
      expect((await decideLink(other, decision, read)).body).toMatchObject({ code: 'approvals.not_found' });
    expect((await decideLink(one, 'apart', read)).body).toEqual({ state: 'apart' });
  });
});
