import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { buy, sellFields, upload } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { lookAtOne } from './look-for-links.ts';
import type { LinkView } from './views.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const compliance = await sessionFor(server, 'compliance');

const facts = {
  password: 'Blue-Mountain-2256!',
  firstName: 'Ina',
  lastName: 'Brown',
  phoneNumber: '+18765550100',
  dateOfBirth: '1990-04-12',
  countryOfResidence: 'JM',
  nationality: 'JM',
  occupation: 'Teacher',
  isPep: false,
  agreed: true,
};

/** Signs up, proves the address and signs in; the job that a sign-up leaves has run. */
async function open(email: string, change: Partial<typeof facts> = {}) {
  expect((await call('accounts/signUp', { ...facts, ...change, email })).status).toBe(200);
  await owner.query(`update auth."user" set "emailVerified" = true where email = $1`, [email]);
  const { rows } = await owner.query('select id from auth."user" where email = $1', [email]);
  const { rows: jobs } = await owner.query(
    `select 1 from pgboss.job where name = 'identity.links' and data->>'userId' = $1`,
    [rows[0].id],
  );
  expect(jobs).not.toEqual([]);
  await lookAtOne(services, rows[0].id);
  return { id: rows[0].id as string, email, cookie: await sessionFor(server, email) };
}

const close = (who: { email: string; cookie: string }, password = facts.password) =>
  call<{ code?: string }>('accounts/closeAccount', { email: who.email, password, confirmed: true }, who.cookie);
const tryToBuy = async (cookie: string) => {
  const { body } = await buy(server, cookie, { amount: '2000' });
  return body.code ?? 'placed';
};

test('a freeze is not got rid of by closing the account and opening another, until a person decided', async () => {
  const first = await open(`${randomUUID()}@gone.test`);
  await call('compliance/freeze', { userId: first.id, reason: 'An authority asks for it' }, compliance);
  expect((await close(first)).status).toBe(200);
  const again = await open(first.email, { firstName: 'Somebody', lastName: 'Else', dateOfBirth: '1985-01-01' });
  const renamed = await open(`${randomUUID()}@gone.test`, { firstName: 'BROWN', lastName: 'Ína' });
  const stranger = await open(`${randomUUID()}@gone.test`, { firstName: 'Peter', lastName: 'Tosh' });
  expect(await tryToBuy(again.cookie)).toBe('trading.not_possible');
  expect(await tryToBuy(renamed.cookie)).toBe('trading.not_possible');
  expect(await tryToBuy(stranger.cookie)).toBe('placed');
  const links = async (userId: string) => (await call<LinkView[]>('identity/links', { userId }, compliance)).body;
  expect(await links(again.id)).toMatchObject([{ otherId: first.id, kinds: ['mail'], state: 'open' }]);
  expect(await links(renamed.id)).toMatchObject([{ otherId: first.id, kinds: ['name_birth'], state: 'open' }]);
  const apart = { userId: renamed.id, otherId: first.id, decision: 'apart', note: 'Another face on the papers' };
  expect((await call('identity/decideLink', apart, compliance)).status).toBe(200);
  await lookAtOne(services, renamed.id);
  expect(await tryToBuy(renamed.cookie)).toBe('placed');
});

test('whoever left in peace may come again', async () => {
  const first = await open(`${randomUUID()}@peace.test`, { firstName: 'Joan', lastName: 'Clarke' });
  expect((await close(first)).status).toBe(200);
  const again = await open(first.email, { firstName: 'Joan', lastName: 'Clarke' });
  expect(await tryToBuy(again.cookie)).toBe('placed');
});

test('no account is closed under a sale that is being placed', async () => {
  const { cookie, email, id } = await newCustomer(server);
  const { body: file } = await upload(server, cookie);
  const { body: quote } = await call<{ id: string }>('trading/quoteSell', { symbol: 'BTC', amount: '0.0002' }, cookie);
  const sell = { key: randomUUID(), quoteId: quote.id, proofFile: file.id, sourceOfFunds: null };
  const rest = { sourceOfFundsFile: null, custody: 'self', another: true, ...sellFields('Ina Brown') };
  // Closing stands still after it looked for money under way, waiting for whoever changes a role just now.
  const roles = await owner.connect();
  await roles.query(`begin; select pg_advisory_xact_lock(hashtextextended('roles', 0))`);
  const closing = close({ email, cookie }, demoPassword);
  await new Promise((done) => setTimeout(done, 1_500));
  const placing = call('trading/placeSellOrder', { ...sell, ...rest }, cookie);
  await new Promise((done) => setTimeout(done, 1_500));
  await roles.query('commit');
  roles.release();
  const [closed, placed] = await Promise.all([closing, placing]);
  const { rows } = await owner.query('select count(*)::int n from transactions where user_id = $1', [id]);
  expect([closed.status === 200, placed.status === 200, rows[0].n]).not.toEqual([true, true, 1]);
  expect(closed.status === 200 ? rows[0].n : 0).toBe(0);
});

test('accounts that share a wallet raise one alert for each look, not one for each pair', async () => {
  for (let n = 0; n < 6; n++) {
    const { cookie, id } = await newCustomer(server);
    expect(await tryToBuy(cookie)).toBe('placed');
    await lookAtOne(services, id);
  }
  const { rows } = await owner.query(
    `select count(*)::int n, count(distinct user_id)::int people from transaction_alerts
      where 'shared_identity' = any(triggered_rules) and details->>'shared' = 'wallet'`,
  );
  expect(rows[0].n).toBe(rows[0].people);
});
