import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertPastOrders } from '../../../test/past-orders.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { getSessionToken } from '../../../test/security/account-security.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jmd, wholeJmd } from '../../kernel/money.ts';
import { withUser } from '../../platform/database/database.ts';
import { getAverageCost, getWorth } from './api.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner, setTime } = server;

const idOf = async (name: string) =>
  (await owner.query<{ id: string }>('select id from profiles where email = $1', [`${name}@demo.test`])).rows[0]?.id;
const profileOf = async (name: string) =>
  (await owner.query('select * from profiles where email = $1', [`${name}@demo.test`])).rows[0];
const linesOf = async (name: string) => {
  const query = `select actor_role, before, after from audit_log
    where action = 'account_pages.profile_changed' and subject_id = $1`;
  return (await owner.query(query, [String(await idOf(name))])).rows;
};
const submit = async (name: string, status: string) =>
  owner.query('insert into kyc_submissions (user_id, tier, status) values ($1, 1, $2)', [await idOf(name), status]);

test('the dashboard shows the name and the verified email', async () => {
  expect((await call('accountPages/overview', undefined, await signIn('tier1'))).body).toEqual({
    email: 'tier1@demo.test',
    verified: true,
    firstName: 'Tariq',
    displayName: 'Tariq Campbell',
    roles: [],
    offersPasskey: false,
  });
  const staff = await call<{ roles: string[] }>('accountPages/overview', undefined, await signIn('finance'));
  expect(staff.body.roles).toEqual(['finance']);
});

test('of several plans the running one counts, otherwise the newest active or pending one', async () => {
  const cookie = await signIn('tier2');
  const ask = async () =>
    (await call<{ subscription: object | null }>('accountPages/subscription', undefined, cookie)).body;
  expect((await ask()).subscription).toMatchObject({ plan: 'personal', status: 'active' });
  const add = async (plan: string, status: string) =>
    owner.query(`insert into subscriptions (user_id, plan, status, payment_method) values ($1, $2, $3, 'card')`, [
      await idOf('tier2'),
      plan,
      status,
    ]);
  await add('professional', 'rejected');
  expect((await ask()).subscription).toMatchObject({ plan: 'personal', status: 'active' });
  await add('professional', 'pending');
  expect((await ask()).subscription).toMatchObject({ plan: 'personal', status: 'active' });
  await owner.query(`update subscriptions set status = 'expired' where user_id = $1 and status = 'active'`, [
    await idOf('tier2'),
  ]);
  expect((await ask()).subscription).toMatchObject({ plan: 'professional', status: 'pending', endDate: null });
  expect((await call('accountPages/subscription', undefined, await signIn('visitor'))).body).toMatchObject({
    subscription: null,
  });
});

test('an active plan without its dates cannot be written', async () => {
  const written = owner.query(
    `insert into subscriptions (user_id, plan, status, payment_method) values ($1, 'basic', 'active', 'card')`,
    [await idOf('visitor')],
  );
  await expect(written).rejects.toMatchObject({ constraint: 'active_has_its_time' });
});

test('changing a profile stores the phone as E.164 and audits field names without values', async () => {
  const cookie = await signIn('visitor');
  const change = { firstName: 'Viviane', phoneNumber: '(876) 555-0123', avatarUrl: 'https://example.com/v.png' };
  expect(await call('accountPages/updateProfile', change, cookie)).toMatchObject({
    status: 200,
    body: { changed: ['firstName', 'displayName', 'phoneNumber', 'avatarUrl'] },
  });
  expect((await call('accountPages/profile', undefined, cookie)).body).toEqual({
    firstName: 'Viviane',
    lastName: 'Brown',
    displayName: 'Viviane Brown',
    phoneNumber: '+18765550123',
    avatarUrl: 'https://example.com/v.png',
    dateOfBirth: '1990-04-12',
    declaredCountry: 'JM',
    email: 'visitor@demo.test',
    locked: null,
  });
  const fields = ['firstName', 'displayName', 'phoneNumber', 'avatarUrl'];
  expect(await linesOf('visitor')).toEqual([{ actor_role: 'customer', before: null, after: { fields } }]);
});

test('saving unchanged values writes nothing and leaves no audit entry', async () => {
  const cookie = await signIn('support');
  expect((await call('accountPages/updateProfile', { phoneNumber: '+18765550100' }, cookie)).body).toEqual({
    changed: [],
  });
  expect(await linesOf('support')).toEqual([]);
});

test.each([
  [{ phoneNumber: '12345' }, 422, 'account_pages.phone_invalid'],
  [{ avatarUrl: 'javascript:alert(1)' }, 400, 'BAD_REQUEST'],
  [{ firstName: '' }, 400, 'BAD_REQUEST'],
  [{ declaredCountry: 'Jamaica' }, 400, 'BAD_REQUEST'],
  [{ email: 'other@else.test' }, 400, 'BAD_REQUEST'],
])('%o is refused and nothing is written', async (change, status, code) => {
  const previous = await profileOf('admin');
  const answer = await call('accountPages/updateProfile', change, await signIn('admin'));
  expect(answer).toMatchObject({ status, body: { code } });
  expect(await profileOf('admin')).toEqual(previous);
});

test('declaring a move clears the mismatch, screens again and keeps the first country on record', async () => {
  const cookie = await createSession(server, 'newcomer');
  const from = { headers: { cookie, 'content-type': 'application/json' }, remoteAddress: '81.2.69.142' };
  const own = async (path: string, input?: unknown) => {
    const payload = JSON.stringify({ json: input });
    const answer = await server.app.inject({ method: 'POST', url: `/api/rpc/location/${path}`, payload, ...from });
    return answer.json().json as { mismatch: unknown };
  };
  await own('consent', { allow: true });
  expect((await own('own')).mismatch).toEqual({ declared: 'Jamaica', detected: 'United Kingdom' });
  const answer = await call('accountPages/updateProfile', { declaredCountry: 'GB' }, cookie);
  expect(answer.body).toEqual({ changed: ['declaredCountry'] });
  expect((await own('own')).mismatch).toBeNull();
  const { rows } = await owner.query(
    `select p.country_of_residence first, (select count(*)::int from pgboss.job
       where name = 'screening.names' and data->>'userId' = p.id::text) looks
       from profiles p where email = 'newcomer@demo.test'`,
  );
  expect(rows).toEqual([{ first: 'JM', looks: 1 }]);
});

test('a date of birth under 18 is refused', async () => {
  setTime(new Date('2026-11-20T12:00:00Z'));
  const cookie = await signIn('support');
  const answer = await call('accountPages/updateProfile', { dateOfBirth: '2008-11-21' }, cookie);
  expect(answer).toMatchObject({ status: 422, body: { code: 'accounts.too_young' } });
  expect((await call('accountPages/updateProfile', { dateOfBirth: '2008-11-20' }, cookie)).status).toBe(200);
  setTime(null);
});

test('a tier 1 check locks name and date of birth until it is rejected', async () => {
  const cookie = await createSession(server, 'tier2');
  await owner.query(`delete from kyc_submissions where user_id = $1`, [await idOf('tier2')]);
  const rename = (lastName: string) => call('accountPages/updateProfile', { lastName }, cookie);
  expect((await rename('Lewis-Gray')).status).toBe(200);
  await submit('tier2', 'pending');
  expect((await call<{ locked: string }>('accountPages/profile', undefined, cookie)).body.locked).toBe('pending');
  for (const change of [
    { lastName: 'Lewis' },
    { firstName: 'Con' },
    { dateOfBirth: '1991-01-01' },
    { declaredCountry: 'US' },
  ])
    expect(await call('accountPages/updateProfile', change, cookie)).toMatchObject({
      status: 409,
      body: { code: 'account_pages.identity_locked' },
    });
  const same = { lastName: 'Lewis-Gray', displayName: 'Conrad', phoneNumber: '' };
  expect((await call('accountPages/updateProfile', same, cookie)).body).toEqual({
    changed: ['displayName', 'phoneNumber'],
  });
  await submit('tier2', 'rejected');
  expect((await rename('Lewis')).status).toBe(200);
  expect(await profileOf('tier2')).toMatchObject({ last_name: 'Lewis', display_name: 'Conrad', phone_number: '' });
});

test('staff cannot change their own name', async () => {
  for (const role of ['finance', 'compliance', 'support', 'admin']) {
    const previous = await profileOf(role);
    for (const change of [{ displayName: 'Andre Admin' }, { firstName: 'Andre' }, { lastName: 'Admin' }])
      expect(await call('accountPages/updateProfile', change, await signIn(role))).toMatchObject({
        status: 409,
        body: { code: 'account_pages.staff_name' },
      });
    expect(await profileOf(role)).toEqual(previous);
  }
});

test('taking a sanctioned name triggers a screening hit', async () => {
  const compliance = await signIn('compliance');
  const csv = 'ref,name,births,countries\nL-9,Zoltran Quistmeyer,1971-03-14,JM\n';
  const file = { fileName: 'l.csv', publishedOn: '2026-11-21', csv };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
  const { id, cookie } = await newCustomer(server);
  const answer = await call(
    'accountPages/updateProfile',
    { firstName: 'Zoltran', lastName: 'Quistmeyer', dateOfBirth: '1971-03-14' },
    cookie,
  );
  expect(answer.status).toBe(200);
  const { rows } = await owner.query(`select data->>'userId' who from pgboss.job where name = 'screening.names'`);
  expect(rows).toContainEqual({ who: id });
});

describe('portfolio', () => {
  type Shown = {
    open: boolean;
    holdings?: { symbol: string; held: { base: bigint }; average: object }[];
    cost?: object;
  };
  const ask = async (cookie: string) => (await call<Shown>('accountPages/portfolio', undefined, cookie)).body;
  const held = { symbol: 'BTC', base: 50_000_000n, decimals: 8 };
  const holding = { symbol: 'BTC', held, cost: wholeJmd(100), gained: jmd(0n), fromElsewhere: { ...held, base: 0n } };

  test('a holding is valued at our sell rate, rounded down, with its average cost per coin', () => {
    expect(getWorth({ ...holding, symbol: 'BTC' }, '3.333', '150')).toEqual({
      now: jmd(24_997n),
      change: jmd(14_997n),
    });
    expect(getAverageCost(holding)).toEqual(wholeJmd(200));
    expect(getAverageCost({ held: { ...held, base: 0n }, cost: jmd(0n) })).toBeNull();
  });

  test('without a running plan the portfolio stays closed', async () => {
    const customer = await newCustomer(server);
    await insertPastOrders(server, customer.id, ['completed']);
    expect(await ask(customer.cookie)).toEqual({ open: false });
  });

  test("with a running plan it shows the customer's own completed orders until the plan ends", async () => {
    const customer = await newCustomer(server);
    const other = await newCustomer(server);
    await insertPastOrders(server, other.id, ['completed']);
    await insertPastOrders(server, customer.id, [
      'completed',
      'completed',
      'pending',
      'failed',
      'processing',
      'cancelled',
    ]);
    const paymentId = await claimPlan(server, customer.cookie, { plan: 'basic', price: 5000 });
    expect(await ask(customer.cookie)).toEqual({ open: false });
    const finance = await signIn('finance');
    expect(await call('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '5000' }), finance)).toMatchObject({
      status: 200,
    });
    expect(await ask(customer.cookie)).toMatchObject({
      open: true,
      holdings: [{ symbol: 'BTC', held: { base: '160000' }, cost: { minor: '4000000' } }],
      cost: { currency: 'JMD' },
    });
    await owner.query(`update subscriptions set status = 'expired' where user_id = $1`, [customer.id]);
    expect(await ask(customer.cookie)).toEqual({ open: false });
  });
});

test('the dashboard lists held coins with their value, filled up with the first of the price list', async () => {
  type Coins = {
    rows: { symbol: string; held: object | null; worth: object | null; priceJmd: string }[];
    worth: object;
  };
  const ask = async (cookie: string) => (await call<Coins>('accountPages/coins', undefined, cookie)).body;
  const customer = await newCustomer(server);
  const before = await ask(customer.cookie);
  expect(before).toMatchObject({ worth: null, rows: [{ symbol: 'BTC', held: null, worth: null }, {}, {}] });
  await insertPastOrders(server, customer.id, ['completed', 'pending']);
  const { rows, worth } = await ask(customer.cookie);
  expect(rows.map(({ symbol }) => symbol)).toEqual(before.rows.map(({ symbol }) => symbol));
  expect(rows[0]).toMatchObject({ held: { base: '80000' }, worth });
  expect(Number(rows[0]?.priceJmd)).toBeGreaterThan(0);
  await owner.query(`update crypto_prices set observed_at = observed_at - interval '1 day' where symbol = 'BTC'`);
  expect(await ask(customer.cookie)).toMatchObject({ worth: null, rows: [{ priceJmd: null, worth: null }, {}, {}] });
});

test('suspended and former staff cannot change their name either', async () => {
  const stopped = await profileOf('finance');
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [stopped.id]);
  const left = await profileOf('compliance');
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`);
  await owner.query(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
     values ('role', $1, '{}', $2, $3, 'approved', $4, now())`,
    [`compliance ${left.id}`, left.id, rows[0]?.id, stopped.id],
  );
  await owner.query('delete from user_roles where user_id = $1', [left.id]);
  for (const [role, was] of Object.entries({ finance: stopped, compliance: left })) {
    const cookie = await signIn(role);
    for (const change of [{ displayName: 'Andre Admin' }, { firstName: 'Andre' }, { lastName: 'Admin' }])
      expect(await call('accountPages/updateProfile', change, cookie)).toMatchObject({
        status: 409,
        body: { code: 'account_pages.staff_name' },
      });
    const past = withUser(server.services.pool, { token: getSessionToken(cookie) ?? '', ip: '127.0.0.1' }, (tx) =>
      sql`update profiles set display_name = 'Andre Admin' where id = ${was.id}`.execute(tx),
    );
    await expect(past).rejects.toMatchObject({ constraint: 'staff_keep_their_names' });
    expect(await profileOf(role)).toEqual(was);
  }
});
