import { expect, test } from 'vitest';
import { sweepAccounts } from '../../src/features/accounts/session-store.ts';
import { stateOf } from '../../src/features/screening/sources.ts';
import { after, days, hours } from '../../src/kernel/clock.ts';
import { withinLimit } from '../../src/platform/rate-limit.ts';
import { orderFrom } from '../reliability/customer.ts';
import { serverUnderTest } from '../worker.ts';

/** A clock was 35 days ahead for a minute. What it wrote meanwhile must not rule until those days are over. */
const { owner, services, call, signIn } = await serverUnderTest();
const ahead = `interval '35 days'`;
const now = () => new Date();

const quote = (cookie: string) => call('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: '500' }, cookie);

test('a price from the future is not traded on, and the next one takes its place', async () => {
  const cookie = await signIn('tier2');
  expect((await quote(cookie)).status).toBe(200);
  await owner.query(`update crypto_prices set observed_at = now() + ${ahead}, last_updated = now() + ${ahead}`);
  await owner.query(`update price_refreshes set attempted_at = now() + ${ahead}`);
  const refused = { status: 503, body: { code: 'trading.prices_unavailable' } };
  expect(await quote(cookie)).toMatchObject(refused);
  const { body } = await call<{ refreshedAt: string }>('prices/refresh', {});
  expect(new Date(body.refreshedAt).getTime()).toBeLessThan(Date.now() + 60_000);
  expect((await quote(cookie)).status).toBe(200);
});

test('a count of tries that began in the future begins anew', async () => {
  const allowance = { tries: 2, seconds: 60, now: now() };
  const later = { ...allowance, now: after(now(), days(35)) };
  const answers = [true, true, false];
  for (const answer of answers) expect(await withinLimit(services.authDb, 'clock', later)).toBe(answer);
  for (const answer of answers) expect(await withinLimit(services.authDb, 'clock', allowance)).toBe(answer);
});

test('a proof of presence from the future proves nothing, and a session of then ends', async () => {
  const cookie = await signIn('tier1');
  const change = () => call('accounts/startAuthenticator', {}, cookie);
  expect((await change()).status).toBe(200);
  await owner.query(`update auth.session set confirmed_at = now() + ${ahead}`);
  expect(await change()).toMatchObject({ body: { code: 'accounts.confirm_needed' } });
  await owner.query(`update auth.session set used_at = now() + ${ahead}`);
  await sweepAccounts(services.authDb);
  expect((await owner.query('select 1 from auth.session')).rowCount).toBe(0);
});

test('a list that was last looked at in the future is as good as stale', () => {
  const list = { source: 'ofac', listId: 'one', publishedOn: new Date().toISOString().slice(0, 10) } as const;
  const source = { source: 'ofac', needed: true, allowedHours: 72, list } as const;
  expect(stateOf({ ...source, asOf: after(now(), -hours(1)) }, now())).toBe('fresh');
  expect(stateOf({ ...source, asOf: after(now(), days(35)) }, now())).toBe('stale');
});

test('an offer that was made in the future buys nothing', async () => {
  const cookie = await signIn('tier2');
  const { body } = await quote(cookie);
  const order = orderFrom((body as { id: string }).id);
  await owner.query(`update quotes set expires_at = expires_at + ${ahead}`);
  expect(await call('trading/placeBuyOrder', order, cookie)).toMatchObject({ body: { code: 'trading.quote_lapsed' } });
});
