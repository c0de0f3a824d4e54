import { expect, test } from 'vitest';
import { buy, cameIn, paidBuy, sell } from '../../../test/orders.ts';
import { chainLine, claimedInMahoni, solanaAddress } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import {
  type Customer,
  handIn,
  linkAccounts,
  newCustomer,
  numbersOf,
  type Outcome,
  tier1Form,
} from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { walletFor } from '../../../tools/demo/invented.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { lookAtEverybody, lookAtOne } from './look-for-links.ts';
import type { LinkView } from './views.ts';

/** Two accounts of one person (decision E3). */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const compliance = await sessionFor(server, 'compliance');
const [admin, finance] = [await sessionFor(server, 'admin'), await sessionFor(server, 'finance')];

const rowsOf = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows;
const alertsAbout = (...who: Customer[]) =>
  rowsOf(
    `select priority, description, triggered_rules rules from transaction_alerts
      where user_id = any($1) and 'shared_identity' = any(triggered_rules) order by id`,
    [who.map(({ id }) => id)],
  );
const approve = (submissionId: string, cookie = compliance): Promise<Outcome> =>
  call('identity/approve', { submissionId }, cookie);
const linksOf = async ({ id }: Customer) =>
  (await call<LinkView[]>('identity/links', { userId: id }, compliance)).body as unknown as LinkView[];
const decide = (one: Customer, other: Customer, decision: 'join' | 'apart') =>
  call('identity/decideLink', { userId: one.id, otherId: other.id, decision, note: 'Seen both faces' }, compliance);
const usage = async ({ cookie }: Customer) =>
  (await call<{ limit: { used: object; held: { minor: string } } }>('trading/limits', undefined, cookie)).body.limit
    .held.minor;
/** Hands in tier 1 with these numbers. */
async function declares(customer: Customer, numbers: { trn?: string; idNumber?: string }): Promise<string> {
  const form = await tier1Form(server, customer.id);
  const { trn = form.trn_document.trn, idNumber = form.id_document.idNumber } = numbers;
  const asked = {
    ...form,
    trn_document: { ...form.trn_document, trn },
    id_document: { ...form.id_document, idNumber },
  };
  const answer: Outcome = await call('identity/submitTier1', asked, customer.cookie);
  expect(answer.status).toBe(200);
  return form.id;
}

test.each([
  [
    'the same TRN, written otherwise',
    (it: { trn: string }) => ({ trn: it.trn.replace(/^(...)(...)/, '$1-$2-') }),
    'trn',
  ],
  [
    'the same ID number, written otherwise',
    (it: { idNumber: string }) => ({ idNumber: ` a-${it.idNumber.slice(1)} ` }),
    'id_number',
  ],
  ['an ID number that is the TRN of the other', (it: { trn: string }) => ({ idNumber: it.trn }), 'id_number'],
])('%s holds the approval, and opens an alert once', async (_, numbers, kind) => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  expect((await approve(await handIn(server, first, 1))).status).toBe(200);
  const submissionId = await declares(second, numbers(numbersOf(first.id)));
  await lookAtOne(services, second.id);
  await lookAtOne(services, second.id);
  await lookAtOne(services, first.id);
  expect(await alertsAbout(first, second)).toMatchObject([{ priority: 'high', rules: ['shared_identity'] }]);
  expect((await approve(submissionId)).body.code).toBe('identity.link_undecided');
  expect(await linksOf(second)).toMatchObject([{ otherId: first.id, kinds: [kind], state: 'open' }]);
  expect((await decide(second, first, 'apart')).status).toBe(200);
  expect((await approve(submissionId)).status).toBe(200);
  expect(await linksOf(first)).toMatchObject([{ otherId: second.id, state: 'apart', note: 'Seen both faces' }]);
});

test('the approval looks for itself, before any job has', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  expect((await approve(await handIn(server, first, 1))).status).toBe(200);
  const submissionId = await declares(second, { trn: numbersOf(first.id).trn });
  expect((await approve(submissionId)).body.code).toBe('identity.link_undecided');
  expect(JSON.stringify(await rowsOf('select * from person_marks'))).not.toContain(numbersOf(first.id).trn);
});

test('who was found not to be the same waits again when something else is shared', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await handIn(server, first, 1);
  await declares(second, { trn: numbersOf(first.id).trn });
  for (const { id } of [first, second]) await lookAtOne(services, id);
  await decide(first, second, 'apart');
  await declares(second, { idNumber: numbersOf(first.id).idNumber });
  await lookAtOne(services, second.id);
  expect(await linksOf(first)).toMatchObject([{ kinds: ['id_number', 'trn'], state: 'open' }]);
  expect(await alertsAbout(second)).toHaveLength(2);
});

test('joined accounts share one cap, in both directions and for three; apart again, each has its own', async () => {
  const three = [await newCustomer(server), await newCustomer(server), await newCustomer(server)] as const;
  const [first, second, third] = three;
  await handIn(server, first, 1);
  for (const one of [second, third]) await declares(one, { trn: numbersOf(first.id).trn });
  for (const { id } of three) await lookAtOne(services, id);
  // US$25 a month without a tier: 4,375 J$.
  expect((await buy(server, first.cookie, { amount: '3000' })).status).toBe(200);
  expect((await decide(first, second, 'join')).status).toBe(200);
  expect((await decide(second, third, 'join')).status).toBe(200);
  const held = await usage(first);
  expect(Number(held)).toBeGreaterThan(200_000);
  expect([await usage(second), await usage(third)]).toEqual([held, held]);
  expect((await buy(server, third.cookie, { amount: '3000' })).body.code).toBe('trading.monthly_limit_no_tier');
  await decide(second, third, 'apart');
  expect([await usage(second), await usage(third)]).toEqual([held, '0']);
  expect((await buy(server, third.cookie, { amount: '3000' })).status).toBe(200);
});

test('two joined accounts at the same moment do not pass the cap that holds for both', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await handIn(server, first, 1);
  await declares(second, { trn: numbersOf(first.id).trn });
  for (const { id } of [first, second]) await lookAtOne(services, id);
  await decide(first, second, 'join');
  const answers = await Promise.all([first, second].map(({ cookie }) => buy(server, cookie, { amount: '3000' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('the job finds shared wallets and bank accounts, and does no harm twice or under another key', async () => {
  const [first, second] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  for (const { cookie } of [first, second]) {
    expect((await buy(server, cookie, { amount: '2000' })).status).toBe(200);
    expect((await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' })).status).toBe(200);
  }
  await lookAtEverybody(services);
  await lookAtEverybody(services);
  const config = { ...services.config, fieldSecret: 'another-secret-0123456789abcdef' };
  await lookAtEverybody({ ...services, config });
  const links = (await linksOf(first)).filter(({ otherId }) => otherId === second.id);
  expect(links).toMatchObject([{ kinds: ['bank', 'wallet'], state: 'open' }]);
  expect((await alertsAbout(first, second)).filter(({ priority }) => priority === 'medium').length).toBeGreaterThan(0);
  const { rows } = await owner.query(`select distinct kind from person_marks where user_id = $1 order by 1`, [
    first.id,
  ]);
  expect(rows).toEqual([{ kind: 'bank' }, { kind: 'wallet' }]);
});

test('whoever gives a wallet that everybody gives is linked with the first fifty of them', async () => {
  const walletAddress = walletFor('bitcoin', 'everybody');
  const [first, last] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  expect((await buy(server, first.cookie, { amount: '2000', walletAddress })).status).toBe(200);
  await lookAtOne(services, first.id);
  await owner.query(
    `with crowd as (insert into auth."user" (name, email, "emailVerified")
         select 'Crowd', 'crowd' || n || '@example.test', true from generate_series(1, 60) n returning id)
     insert into person_marks (user_id, kind, mark, found_at)
       select c.id, m.kind, m.mark, m.found_at + interval '1 second'
         from crowd c, person_marks m where m.user_id = $1 and m.kind = 'wallet'`,
    [first.id],
  );
  expect((await buy(server, last.cookie, { amount: '2000', walletAddress })).status).toBe(200);
  await lookAtOne(services, last.id);
  await lookAtOne(services, last.id);
  const links = await rowsOf(`select one, other, kinds from account_links where $1 in (one, other)`, [last.id]);
  expect(links).toHaveLength(50);
  expect(links).toContainEqual(expect.objectContaining({ [first.id < last.id ? 'one' : 'other']: first.id }));
  expect(await alertsAbout(last)).toMatchObject([{ description: expect.stringContaining('50 other accounts have') }]);
});

test('two addresses of one key are one wallet', async () => {
  const [first, second] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const addresses = ['1FvyAqqELFiQyaEWdhFbWF8MZapKPZS8J7', 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5'];
  for (const [at, { cookie }] of [first, second].entries())
    expect((await buy(server, cookie, { amount: '2000', walletAddress: addresses[at] ?? '' })).status).toBe(200);
  expect(await sharedBy(first, second)).toEqual(['wallet']);
});

/** The kinds of what two accounts share, as the job finds it. */
async function sharedBy(first: Customer, second: Customer) {
  await lookAtEverybody(services);
  return (await linksOf(first)).filter(({ otherId }) => otherId === second.id).flatMap(({ kinds }) => kinds);
}
/** A customer with an order that a bank account paid for; each has a wallet of its own. */
async function paidFrom(payerAccount: string, payerHolder: string, meanwhile = async () => {}) {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await paidBuy(server, who.cookie, {
    amount: '4000',
    walletAddress: walletFor('bitcoin', who.id),
  });
  await meanwhile();
  const note = 'Seen from the papers';
  const line = { ...cameIn(orderId, { amount: '4000' }), payerAccount, payerHolder, note };
  expect((await call('desk/confirmReceived', line, finance)).status).toBe(200);
  return who;
}

test('two accounts that pay from one bank account in their own name share it, however late it comes', async () => {
  const first = await paidFrom('9 8111-7042', 'Ina Brown');
  await lookAtEverybody(services);
  const second = await paidFrom('0981117042', 'Brown, Ina', async () => {
    await rowsOf(`update link_progress set looked_until = now() + interval '10 minutes'`);
  });
  expect(await sharedBy(first, second)).toEqual(['bank']);
});

test.each([
  ['an account of somebody else, such as a father', '981117043', 'Owen Brown'],
  ['what a bank shows of an account', 'XXXXX7043', 'Ina Brown'],
])('%s makes the two it paid for no one person', async (_, account, holder) => {
  expect(await sharedBy(await paidFrom(account, holder), await paidFrom(account, holder))).toEqual([]);
});

test('two accounts that pay in Mahoni from one wallet share it; a wallet that was erased is no wallet', async () => {
  const [first, second] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const senderAddress = solanaAddress();
  for (const { cookie } of [first, second]) {
    const claimed = await claimedInMahoni(server, cookie, { senderAddress });
    expect((await call('paymentsDesk/receive', chainLine(claimed), finance)).status).toBe(200);
  }
  expect(await sharedBy(first, second)).toEqual(['wallet']);
  await rowsOf(`update payments set sender_address = 'erased' where user_id = any($1)`, [[first.id, second.id]]);
  await lookAtEverybody(services);
  expect(await rowsOf(`select mark from person_marks where mark like '%erased'`)).toEqual([]);
});

test('a shared browser is shown and waits for nobody', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  for (const { id } of [first, second])
    await owner.query(`insert into auth.known_device (user_id, device_hash) values ($1, 'the same browser')`, [id]);
  expect(await linksOf(first)).toMatchObject([{ otherId: second.id, kinds: ['device'], state: null }]);
  expect((await approve(await handIn(server, first, 1))).status).toBe(200);
});

test('nobody decides a link of their own, support sees none, and a customer learns nothing', async () => {
  const [officer] = await rowsOf(`select id from profiles where email = 'compliance@demo.test'`);
  const ina = await newCustomer(server);
  await declares({ ...ina, id: ina.id }, {});
  await linkAccounts(server, [officer.id, ina.id]);
  const wish = { userId: ina.id, otherId: officer.id, decision: 'apart', note: 'x' };
  expect((await call('identity/decideLink', wish, compliance)).body).toMatchObject({ code: 'approvals.own_matter' });
  expect((await call('identity/links', { userId: ina.id }, compliance)).body).toMatchObject({
    code: 'approvals.own_matter',
  });
  expect((await call('identity/links', { userId: ina.id }, await sessionFor(server, 'support'))).status).toBe(403);
  const submission = (await rowsOf('select id from kyc_submissions where user_id = $1', [ina.id]))[0];
  // It counts as an account of theirs until somebody else has judged it to be apart.
  expect((await approve(submission.id)).body.code).toBe('approvals.own_matter');
  expect((await call('identity/decideLink', wish, admin)).status).toBe(200);
  expect((await approve(submission.id)).status).toBe(200);
});

test('joined accounts share how many orders may be under way and placed in a day', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await handIn(server, first, 1);
  await declares(second, { trn: numbersOf(first.id).trn });
  for (const { id } of [first, second]) await lookAtOne(services, id);
  await decide(first, second, 'join');
  // The bounds of the demo, not the wide ones of tests: without a tier three under way.
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
    demoSettings.order_limits,
  ]);
  const place = async ({ cookie }: Customer) => (await buy(server, cookie, { amount: '1000' })).body.code ?? 'placed';
  expect([await place(first), await place(second), await place(first), await place(second)]).toEqual([
    ...['placed', 'placed', 'placed'],
    'trading.too_many_open',
  ]);
  // Called off by the one, they hold their price for the other as well.
  await owner.query(`update transactions set status = 'cancelled' where user_id = any($1)`, [[first.id, second.id]]);
  expect([await place(first), await place(second)]).toEqual(Array(2).fill('trading.too_many_unpaid'));
});
