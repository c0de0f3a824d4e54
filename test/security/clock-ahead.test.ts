import { expect, test } from 'vitest';
import { deleteExpiredAccess } from '../../src/features/accounts/session-store.ts';
import { getSourceState } from '../../src/features/screening/sources.ts';
import { after, days, hours } from '../../src/kernel/clock.ts';
import { isWithinLimit } from '../../src/platform/limits/rate-limit.ts';
import { buildOrder } from '../reliability/customer.ts';
import { serverUnderTest } from '../worker.ts';

/** Rows with future dates, from a minute in which the clock ran 35 days ahead, must not take effect. */
const { owner, services, call, signIn } = await serverUnderTest();
const ahead = `interval '35 days'`;
const now = () => new Date();

const requestQuote = (cookie: string) =>
  call('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: '500' }, cookie);

test('a price from the future is not used, and the next price replaces it', async () => {
  const cookie = await signIn('tier2');
  expect((await requestQuote(cookie)).status).toBe(200);
  await owner.query(`update crypto_prices set observed_at = now() + ${ahead}, last_updated = now() + ${ahead}`);
  await owner.query(`update price_refreshes set attempted_at = now() + ${ahead}`);
  const refused = { status: 503, body: { code: 'trading.prices_unavailable' } };
  expect(await requestQuote(cookie)).toMatchObject(refused);
  const { body } = await call<{ refreshedAt: string }>('prices/refresh', {});
  expect(new Date(body.refreshedAt).getTime()).toBeLessThan(Date.now() + 60_000);
  expect((await requestQuote(cookie)).status).toBe(200);
});

test('an attempt count that began in the future starts again', async () => {
  const allowance = { tries: 2, seconds: 60, now: now() };
  const later = { ...allowance, now: after(now(), days(35)) };
  const answers = [true, true, false];
  for (const answer of answers) expect(await isWithinLimit(services.authDb, 'clock', later)).toBe(answer);
  for (const answer of answers) expect(await isWithinLimit(services.authDb, 'clock', allowance)).toBe(answer);
});

test('a session from the future ends, and its reauthentication proves nothing', async () => {
  const cookie = await signIn('tier1');
  const change = () => call('accounts/startAuthenticator', {}, cookie);
  expect((await change()).status).toBe(200);
  await owner.query(`update auth.session set confirmed_at = now() + ${ahead}`);
  expect(await change()).toMatchObject({ body: { code: 'accounts.confirm_needed' } });
  await owner.query(`update auth.session set used_at = now() + ${ahead}`);
  await deleteExpiredAccess(services.authDb);
  expect((await owner.query('select 1 from auth.session')).rowCount).toBe(0);
});

test('a list that was last checked in the future counts as stale', () => {
  const list = { source: 'ofac', listId: 'one', publishedOn: new Date().toISOString().slice(0, 10) } as const;
  const source = { source: 'ofac', needed: true, allowedHours: 72, list } as const;
  expect(getSourceState({ ...source, asOf: after(now(), -hours(1)) }, now())).toBe('fresh');
  expect(getSourceState({ ...source, asOf: after(now(), days(35)) }, now())).toBe('stale');
});

test('a quote from the future cannot be used', async () => {
  const cookie = await signIn('tier2');
  const { body } = await requestQuote(cookie);
  const order = buildOrder((body as { id: string }).id);
  await owner.query(`update quotes set expires_at = expires_at + ${ahead}`);
  expect(await call('trading/placeBuyOrder', order, cookie)).toMatchObject({ body: { code: 'trading.quote_lapsed' } });
});
