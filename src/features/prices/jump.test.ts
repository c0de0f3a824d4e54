import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { jumpPrice } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { crossCheck, type Source } from './cross-check.ts';
import { isFresh, isStale } from './freshness.ts';
import { guardJump, type PreviousPrice } from './refresh-prices.ts';

const now = new Date('2026-11-20T15:00:00Z');
const guard = { jumpPercent: 10, withinMinutes: 1440, confirmMinutes: 10 };
const createSource = (name: string, priceUsd: string, at = now): Source => ({
  name,
  readings: [{ symbol: 'BTC', priceUsd, change24h: null, volume24hUsd: null, observedAt: at }],
});
const createPrevious = (priceUsd: string, more: Partial<PreviousPrice> = {}): PreviousPrice => ({
  priceUsd,
  observedAt: after(now, -minutes(15)),
  jump: null,
  ...more,
});
const checkJump = (sources: Source[], previous: PreviousPrice | undefined) => {
  const [check] = crossCheck(['BTC'], sources, now);
  if (!check) throw new Error('no check');
  return guardJump(check, previous, { guard, now });
};

test('one source moves the price by at most ten per cent', () => {
  expect(checkJump([createSource('Kraken', '110')], createPrevious('100')).verdict).toBe('single');
  expect(checkJump([createSource('Kraken', '90')], createPrevious('100')).verdict).toBe('single');
  expect(checkJump([createSource('Kraken', '110.01')], createPrevious('100'))).toMatchObject({
    verdict: 'jump',
    chosen: null,
  });
  expect(checkJump([createSource('Kraken', '89.99')], createPrevious('100'))).toMatchObject({
    jump: { source: 'Kraken' },
  });
});

test('two agreeing sources are accepted at any distance', () => {
  expect(
    checkJump([createSource('Kraken', '150'), createSource('Coinbase', '150.5')], createPrevious('100')).verdict,
  ).toBe('agreed');
});

test('without a recent price to compare with, one source is accepted', () => {
  expect(checkJump([createSource('Kraken', '150')], undefined).verdict).toBe('single');
  const yesterday = createPrevious('100', { observedAt: after(now, -minutes(1441)) });
  expect(checkJump([createSource('Kraken', '150')], yesterday).verdict).toBe('single');
});

test('a later reading with the same price confirms the first', () => {
  const jumped = (ago: number, priceUsd = '150') =>
    createPrevious('100', { jump: { priceUsd, source: 'Kraken', observedAt: after(now, -minutes(ago)) } });
  expect(checkJump([createSource('Kraken', '151')], jumped(10)).verdict).toBe('single');
  expect(checkJump([createSource('Kraken', '151')], jumped(9)).verdict).toBe('jump');
  expect(checkJump([createSource('Kraken', '170')], jumped(10)).verdict).toBe('jump');
  // A repeated observation confirms nothing.
  expect(checkJump([createSource('Kraken', '150', after(now, -minutes(10)))], jumped(10)).verdict).toBe('jump');
});

test('a chosen price of one source is near the last one or confirmed', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(price, price, (before, next) => {
      const check = checkJump([createSource('Kraken', String(next))], createPrevious(String(before)));
      expect(check.chosen !== null).toBe(Math.abs(next - before) * 100 <= before * 10);
    }),
  );
});

test('a price from the future is as stale as an old one', () => {
  for (const ahead of [minutes(3), minutes(600)]) {
    expect(isFresh(after(now, ahead), now)).toBe(false);
    expect(isStale(after(now, ahead), now)).toBe(true);
  }
});

describe('accepting a jump', async () => {
  const server = await serverWithoutFaults();
  const { call, signIn, owner } = server;
  const rowsOf = async (sql: string) => (await owner.query(sql)).rows;
  const wish = { symbol: 'BTC', currency: 'JMD', amount: '9000', network: 'bitcoin' };
  const jumps = () => jumpPrice(owner, 'BTC');

  test('a coin with a price jump is not quoted and listed as stale; the others are quoted', async () => {
    const cookie = await signIn('tier2');
    await jumps();
    expect((await call('trading/quoteBuy', wish, cookie)).body).toMatchObject({ code: 'trading.prices_unavailable' });
    expect((await call('trading/quoteBuy', { ...wish, symbol: 'ETH', network: 'erc20' }, cookie)).status).toBe(200);
    const { body } = await call<{ symbol: string; stale: boolean }[]>('prices/list', {});
    expect(body.filter(({ stale }) => stale).map(({ symbol }) => symbol)).toEqual(['BTC']);
  });

  test('finance accepts the jump they saw with a reason, audited, and customers buy at it', async () => {
    const accepted = await jumps();
    const finance = await signIn('finance');
    const { body } = await call<{ symbol: string }[]>('prices/jumps', undefined, finance);
    expect(body).toMatchObject([{ symbol: 'BTC', jump: { priceUsd: '150000', source: 'Kraken' } }]);
    expect((await call('prices/acceptJump', { ...accepted, seen: '149999' }, finance)).body).toMatchObject({
      code: 'prices.no_such_jump',
    });
    expect((await call('prices/acceptJump', accepted, finance)).status).toBe(200);
    const answer = await call<{ priceUsd: string }>('trading/quoteBuy', wish, await signIn('tier2'));
    expect(answer.body.priceUsd).toBe('150000');
    expect(await rowsOf(`select action, after->>'reason' reason from audit_log where subject_type = 'price'`)).toEqual([
      { action: 'prices.jump_accepted', reason: 'Seen on three exchanges' },
    ]);
    expect((await call('prices/acceptJump', accepted, finance)).body).toMatchObject({ code: 'prices.no_such_jump' });
  });

  test('an expired jump cannot be accepted', async () => {
    const seen = await jumps();
    await owner.query(`update crypto_prices set jump_observed_at = now() - interval '3 hours' where symbol = 'BTC'`);
    const before = await rowsOf(`select count(*) from price_history where symbol = 'BTC'`);
    const finance = await signIn('finance');
    expect((await call('prices/acceptJump', seen, finance)).body).toMatchObject({ code: 'prices.no_such_jump' });
    expect((await call('prices/jumps', undefined, finance)).body).toEqual([]);
    expect(await rowsOf(`select count(*) from price_history where symbol = 'BTC'`)).toEqual(before);
  });

  test('open screens are notified of new prices, and staff of an accepted jump, after they are stored', async () => {
    const line = await owner.connect();
    const heard: string[] = [];
    line.on('notification', ({ payload = '' }) => void heard.push(payload));
    await line.query('listen topic');
    server.setTime(new Date(Date.now() + 10 * 60_000));
    expect((await call('prices/refresh', {})).status).toBe(200);
    server.setTime(null);
    await vi.waitFor(() => expect(heard).toContain('prices'), 5_000);
    heard.length = 0;
    expect((await call('prices/acceptJump', await jumps(), await signIn('finance'))).status).toBe(200);
    await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(['prices', 'desk'])), 5_000);
    line.release(true);
  });
});
