import { expect, test } from 'vitest';
import { buildPayIn, buy, placePaidBuy, sell } from '../../../test/orders.ts';
import { buildChainReceipt, claimPlanInMahoni, solanaAddress } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import {
  buildIdNumbers,
  type Customer,
  linkAccounts,
  newCustomer,
  type Outcome,
  submitCheck,
  tier1Form,
} from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { walletFor } from '../../../tools/demo/invented.ts';
import { hashForMatching } from '../../platform/database/column-encryption.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { markKeyOf } from './customer-api.ts';
import { detectAllDuplicates, detectDuplicatesOf } from './detect-duplicates.ts';
import type { LinkView } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const compliance = await createSession(server, 'compliance');
const [admin, finance] = [await createSession(server, 'admin'), await createSession(server, 'finance')];

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
async function declares(customer: Customer, numbers: { trn?: string; idNumber?: string }): Promise<string> {
  const form = await tier1Form(server, customer.id);
  const { trn = form.trn_document.trn, idNumber = form.id_document.idNumber } = numbers;
  const input = {
    ...form,
    trn_document: { ...form.trn_document, trn },
    id_document: { ...form.id_document, idNumber },
  };
  const answer: Outcome = await call('identity/submitTier1', input, customer.cookie);
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
  expect((await approve(await submitCheck(server, first, 1))).status).toBe(200);
  const submissionId = await declares(second, numbers(buildIdNumbers(first.id)));
  await detectDuplicatesOf(services, second.id);
  await detectDuplicatesOf(services, second.id);
  await detectDuplicatesOf(services, first.id);
  expect(await alertsAbout(first, second)).toMatchObject([{ priority: 'high', rules: ['shared_identity'] }]);
  expect((await approve(submissionId)).body.code).toBe('identity.link_undecided');
  expect(await linksOf(second)).toMatchObject([{ otherId: first.id, kinds: [kind], state: 'open' }]);
  expect((await decide(second, first, 'apart')).status).toBe(200);
  expect((await approve(submissionId)).status).toBe(200);
  expect(await linksOf(first)).toMatchObject([{ otherId: second.id, state: 'apart', note: 'Seen both faces' }]);
});

test('an ID number with look-alike characters matches, also against older hashes', async () => {
  const [first, second, before] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  await declares(first, { idNumber: 'BO12I45' });
  // Stores the unfolded hash of earlier versions.
  await owner.query(`insert into identity_hashes (user_id, kind, hash, found_at) values ($1, 'id_number', $2, now())`, [
    before.id,
    hashForMatching(markKeyOf(services), 'BO12I45'),
  ]);
  await declares(second, { idNumber: 'b-0121-45' });
  for (const { id } of [first, second]) await detectDuplicatesOf(services, id);
  const links = await linksOf(first);
  expect(links.map(({ otherId, kinds }) => [otherId, kinds])).toEqual(
    expect.arrayContaining([
      [second.id, ['id_number']],
      [before.id, ['id_number']],
    ]),
  );
});

test('an ID number with non-Latin letters is refused', async () => {
  const { id, cookie } = await newCustomer(server);
  const form = await tier1Form(server, id);
  // The first letter is Cyrillic.
  const input = { ...form, id_document: { ...form.id_document, idNumber: '\u0410123456' } };
  expect((await call('identity/submitTier1', input, cookie)).status).toBe(400);
});

test('the approval detects duplicates before any job ran', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  expect((await approve(await submitCheck(server, first, 1))).status).toBe(200);
  const submissionId = await declares(second, { trn: buildIdNumbers(first.id).trn });
  expect((await approve(submissionId)).body.code).toBe('identity.link_undecided');
  expect(JSON.stringify(await rowsOf('select * from identity_hashes'))).not.toContain(buildIdNumbers(first.id).trn);
});

test('separated accounts are held again when they share something new', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await submitCheck(server, first, 1);
  await declares(second, { trn: buildIdNumbers(first.id).trn });
  for (const { id } of [first, second]) await detectDuplicatesOf(services, id);
  await decide(first, second, 'apart');
  await declares(second, { idNumber: buildIdNumbers(first.id).idNumber });
  await detectDuplicatesOf(services, second.id);
  expect(await linksOf(first)).toMatchObject([{ kinds: ['id_number', 'trn'], state: 'open' }]);
  expect(await alertsAbout(second)).toHaveLength(2);
});

test('joined accounts share one limit in both directions, and separated ones have their own', async () => {
  const three = [await newCustomer(server), await newCustomer(server), await newCustomer(server)] as const;
  const [first, second, third] = three;
  await submitCheck(server, first, 1);
  for (const one of [second, third]) await declares(one, { trn: buildIdNumbers(first.id).trn });
  for (const { id } of three) await detectDuplicatesOf(services, id);
  // Without a tier the limit is US$25 a month: J$4,375.
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

test('concurrent orders of joined accounts do not exceed their shared limit', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await submitCheck(server, first, 1);
  await declares(second, { trn: buildIdNumbers(first.id).trn });
  for (const { id } of [first, second]) await detectDuplicatesOf(services, id);
  await decide(first, second, 'join');
  const answers = await Promise.all([first, second].map(({ cookie }) => buy(server, cookie, { amount: '3000' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('the job finds shared wallets and bank accounts and is idempotent under any key', async () => {
  const [first, second] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  for (const { cookie } of [first, second]) {
    expect((await buy(server, cookie, { amount: '2000' })).status).toBe(200);
    expect((await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' })).status).toBe(200);
  }
  const countAlerts = async () =>
    (await alertsAbout(first, second)).filter(({ priority }) => priority === 'medium').length;
  await detectAllDuplicates(services);
  const alertCount = await countAlerts();
  await detectAllDuplicates(services);
  const config = { ...services.config, fieldSecret: 'another-secret-0123456789abcdef' };
  await detectAllDuplicates({ ...services, config });
  const links = (await linksOf(first)).filter(({ otherId }) => otherId === second.id);
  expect(links).toMatchObject([{ kinds: ['bank', 'wallet'], state: 'open' }]);
  expect(alertCount).toBeGreaterThan(0);
  expect(await countAlerts()).toBe(alertCount);
  const { rows } = await owner.query(`select distinct kind from identity_hashes where user_id = $1 order by 1`, [
    first.id,
  ]);
  expect(rows).toEqual([{ kind: 'bank' }, { kind: 'wallet' }]);
});

test('two addresses of one key are one wallet', async () => {
  const [first, second] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const addresses = ['1FvyAqqELFiQyaEWdhFbWF8MZapKPZS8J7', 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5'];
  for (const [at, { cookie }] of [first, second].entries())
    expect((await buy(server, cookie, { amount: '2000', walletAddress: addresses[at] ?? '' })).status).toBe(200);
  expect(await sharedBy(first, second)).toEqual(['wallet']);
});

async function sharedBy(first: Customer, second: Customer) {
  await detectAllDuplicates(services);
  return (await linksOf(first)).filter(({ otherId }) => otherId === second.id).flatMap(({ kinds }) => kinds);
}
async function paidFrom(payerAccount: string, payerHolder: string, meanwhile = async () => {}) {
  const payer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, payer.cookie, {
    amount: '4000',
    walletAddress: walletFor('bitcoin', payer.id),
  });
  await meanwhile();
  const note = 'Seen from the papers';
  const line = { ...buildPayIn(orderId, { amount: '4000' }), payerAccount, payerHolder, note };
  expect((await call('desk/confirmReceived', line, finance)).status).toBe(200);
  return payer;
}

test('two accounts that pay from one bank account in their own name are linked, even late', async () => {
  const first = await paidFrom('9 8111-7042', 'Ina Brown');
  await detectAllDuplicates(services);
  const second = await paidFrom('0981117042', 'Brown, Ina', async () => {
    await rowsOf(`update link_progress set scanned_until = now() + interval '10 minutes'`);
  });
  expect(await sharedBy(first, second)).toEqual(['bank']);
});

test.each([
  ['another person’s account, such as a father’s', '981117043', 'Owen Brown'],
  ['what a bank shows of an account', 'XXXXX7043', 'Ina Brown'],
])('%s makes the two it paid for no one person', async (_, account, holder) => {
  expect(await sharedBy(await paidFrom(account, holder), await paidFrom(account, holder))).toEqual([]);
});

test('Mahoni payments from one wallet link two accounts, and an erased wallet links none', async () => {
  const [first, second] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const senderAddress = solanaAddress();
  for (const { cookie } of [first, second]) {
    const claimed = await claimPlanInMahoni(server, cookie, { senderAddress });
    expect((await call('paymentsDesk/receive', buildChainReceipt(claimed), finance)).status).toBe(200);
  }
  expect(await sharedBy(first, second)).toEqual(['wallet']);
  await rowsOf(`update payments set sender_address = 'erased' where user_id = any($1)`, [[first.id, second.id]]);
  await detectAllDuplicates(services);
  expect(await rowsOf(`select hash mark from identity_hashes where hash like '%erased'`)).toEqual([]);
});

test('a shared browser is shown and needs no decision', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  for (const { id } of [first, second])
    await owner.query(`insert into auth.known_device (user_id, device_hash) values ($1, 'the same browser')`, [id]);
  expect(await linksOf(first)).toMatchObject([{ otherId: second.id, kinds: ['device'], state: null }]);
  expect((await approve(await submitCheck(server, first, 1))).status).toBe(200);
});

test('links are hidden from support and customers, and deciding an own link is refused', async () => {
  const [officer] = await rowsOf(`select id from profiles where email = 'compliance@demo.test'`);
  const applicant = await newCustomer(server);
  await declares({ ...applicant, id: applicant.id }, {});
  await linkAccounts(server, [officer.id, applicant.id]);
  const input = { userId: applicant.id, otherId: officer.id, decision: 'apart', note: 'x' };
  expect((await call('identity/decideLink', input, compliance)).body).toMatchObject({ code: 'approvals.own_matter' });
  expect((await call('identity/links', { userId: applicant.id }, compliance)).body).toMatchObject({
    code: 'approvals.own_matter',
  });
  expect((await call('identity/links', { userId: applicant.id }, await createSession(server, 'support'))).status).toBe(
    403,
  );
  const submission = (await rowsOf('select id from kyc_submissions where user_id = $1', [applicant.id]))[0];
  // An undecided link makes the other account the reviewer's own matter, until another reviewer separates the accounts.
  expect((await approve(submission.id)).body.code).toBe('approvals.own_matter');
  expect((await call('identity/decideLink', input, admin)).status).toBe(200);
  expect((await approve(submission.id)).status).toBe(200);
});

test('joined accounts share the limits on open and daily orders', async () => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await submitCheck(server, first, 1);
  await declares(second, { trn: buildIdNumbers(first.id).trn });
  for (const { id } of [first, second]) await detectDuplicatesOf(services, id);
  await decide(first, second, 'join');
  // Replaces the wide test limits: three open orders without a tier.
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
    demoSettings.order_limits,
  ]);
  const place = async ({ cookie }: Customer) => (await buy(server, cookie, { amount: '1000' })).body.code ?? 'placed';
  expect([await place(first), await place(second), await place(first), await place(second)]).toEqual([
    ...['placed', 'placed', 'placed'],
    'trading.too_many_open',
  ]);
  // Cancelled orders still hold their price, also against the linked account.
  await owner.query(`update transactions set status = 'cancelled' where user_id = any($1)`, [[first.id, second.id]]);
  expect([await place(first), await place(second)]).toEqual(Array(2).fill('trading.too_many_unpaid'));
});
