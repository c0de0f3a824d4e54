import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { jumpPrice } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { compareDecimals, decimal, formatDecimal } from '../../kernel/decimal.ts';
import { type Check, crossCheck, isOffPeg, median, type Source } from './cross-check.ts';
import { isFresh, isStale } from './freshness.ts';
import { guardJump, type PreviousPrice } from './refresh-prices.ts';

const now = new Date('2026-11-20T15:00:00Z');

type Reading = { symbol?: string; observedAt?: Date };
const source = (name: string, priceUsd: string, { symbol = 'BTC', observedAt = now }: Reading = {}): Source => ({
  name,
  readings: [{ symbol, priceUsd, change24h: null, volume24hUsd: null, observedAt }],
});

function checkOne(sources: readonly Source[], symbol = 'BTC'): Check {
  const [check] = crossCheck([symbol], sources, now);
  if (!check) throw new Error('no check');
  return check;
}

test('the first provider wins when all agree', () => {
  const check = checkOne([source('A', '100.5'), source('B', '100'), source('C', '101')]);
  expect(check).toMatchObject({
    verdict: 'agreed',
    chosen: { source: 'A' },
    median: expect.stringMatching(/^100\.50*$/),
  });
});

test('a lying first provider is skipped', () => {
  const check = checkOne([source('A', '300'), source('B', '100'), source('C', '100.1')]);
  expect(check).toMatchObject({ verdict: 'agreed', chosen: { source: 'B' } });
  expect(check.readings.map((reading) => reading.standing)).toEqual(['outlier', 'near', 'near']);
});

test('exactly 2 % from the median is near, slightly more is not', () => {
  expect(checkOne([source('A', '102'), source('B', '100'), source('C', '99')]).chosen?.source).toBe('A');
  expect(checkOne([source('A', '102.0001'), source('B', '100'), source('C', '99')]).chosen?.source).toBe('B');
});

test('a single reading is chosen and marked as single', () => {
  expect(checkOne([source('A', '100')])).toMatchObject({ verdict: 'single', chosen: { source: 'A' } });
});

test('two contradicting readings change nothing', () => {
  expect(checkOne([source('A', '100'), source('B', '150')])).toMatchObject({ verdict: 'disagreement', chosen: null });
});

test('without a reading the old price stays', () => {
  expect(checkOne([])).toMatchObject({ verdict: 'none', chosen: null, median: null });
});

test('a reading from 20 minutes ago counts, an older or future one does not', () => {
  const at = (ms: number) => checkOne([source('A', '100', { observedAt: after(now, ms) })]).verdict;
  expect(at(-minutes(20))).toBe('single');
  expect(at(-minutes(20) - 1)).toBe('none');
  expect(at(minutes(2))).toBe('single');
  expect(at(minutes(2) + 1)).toBe('none');
});

test('a stablecoin 1 % from its dollar is on its peg, slightly more is off', () => {
  expect(isOffPeg('USDT', '1.01')).toBe(false);
  expect(isOffPeg('USDC', '0.99')).toBe(false);
  expect(isOffPeg('USDT', '1.0101')).toBe(true);
  expect(isOffPeg('USDC', '0.98999')).toBe(true);
  expect(isOffPeg('BTC', '118412')).toBe(false);
});

test('one provider alone cannot report a stablecoin off its peg', () => {
  expect(checkOne([source('A', '0.9', { symbol: 'USDT' })], 'USDT')).toMatchObject({
    verdict: 'off_peg',
    chosen: null,
  });
});

test('a stablecoin that two providers see off its peg is stored and flagged', () => {
  const check = checkOne([source('A', '0.9', { symbol: 'USDT' }), source('B', '0.901', { symbol: 'USDT' })], 'USDT');
  expect(check).toMatchObject({ verdict: 'off_peg', chosen: { source: 'A' } });
});

const cents = fc.bigInt({ min: 1n, max: 10n ** 10n });
const price = cents.map((units) => formatDecimal({ units, scale: 2 }));

test('the median does not depend on the order of the providers', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 6 }), fc.nat(), (prices, turn) => {
      const turned = [...prices.slice(turn % prices.length), ...prices.slice(0, turn % prices.length)];
      expect(median(turned.map(decimal))).toEqual(median(prices.map(decimal)));
    }),
  );
});

test('the verdict does not depend on the order of the chain, only the choice does', () => {
  const spread = fc.array(fc.integer({ min: 9_000, max: 11_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(spread, (units) => {
      const chain = units.map((u, i) => source(`P${i}`, formatDecimal({ units: BigInt(u), scale: 2 })));
      const forward = checkOne(chain);
      const back = checkOne(chain.toReversed());
      expect(back.verdict).toBe(forward.verdict);
      expect(back.median).toBe(forward.median);
    }),
  );
});

test('an outlier is never chosen when two of three or more providers agree', () => {
  const agreeing = fc.bigInt({ min: 10_000n, max: 10n ** 9n });
  const lies = fc.array(fc.oneof(fc.integer({ min: 1, max: 94 }), fc.integer({ min: 106, max: 900 })), {
    minLength: 1,
    maxLength: 2,
  });
  fc.assert(
    fc.property(agreeing, lies, fc.integer({ min: 0, max: 3 }), (honest, percents, turn) => {
      const texts = [honest, honest, ...percents.map((p) => (honest * BigInt(p)) / 100n)];
      const chain = texts.map((units, i) => source(i < 2 ? 'honest' : 'liar', formatDecimal({ units, scale: 2 })));
      const turned = [...chain.slice(turn % chain.length), ...chain.slice(0, turn % chain.length)];
      const liars = percents.length === 2 && percents[0] === percents[1];
      const { chosen } = checkOne(turned);
      expect(chosen?.source).not.toBe('liar');
      if (percents.length === 1 || !(liars || sameSide(percents))) expect(chosen?.source).toBe('honest');
    }),
  );
});

const sameSide = (percents: readonly number[]) => percents.every((p) => p < 100) || percents.every((p) => p > 100);

test("the chosen price is always a provider's, within 2 % of the median", () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), (prices) => {
      const { chosen, median: middle } = checkOne(prices.map((text, i) => source(`P${i}`, text)));
      if (!chosen || middle === null) return;
      const { units, scale } = decimal(middle);
      const at = (percent: bigint) => ({ units: units * percent, scale: scale + 2 });
      expect(prices).toContain(chosen.reading.priceUsd);
      expect(compareDecimals(decimal(chosen.reading.priceUsd), at(98n))).toBeGreaterThanOrEqual(0);
      expect(compareDecimals(decimal(chosen.reading.priceUsd), at(102n))).toBeLessThanOrEqual(0);
    }),
  );
});

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
  const input = { symbol: 'BTC', currency: 'JMD', amount: '9000', network: 'bitcoin' };
  const jumps = () => jumpPrice(owner, 'BTC');

  test('a coin with a price jump is not quoted and listed as stale; the others are quoted', async () => {
    const cookie = await signIn('tier2');
    await jumps();
    expect((await call('trading/quoteBuy', input, cookie)).body).toMatchObject({ code: 'trading.prices_unavailable' });
    expect((await call('trading/quoteBuy', { ...input, symbol: 'ETH', network: 'erc20' }, cookie)).status).toBe(200);
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
    const answer = await call<{ priceUsd: string }>('trading/quoteBuy', input, await signIn('tier2'));
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
    const topics: string[] = [];
    line.on('notification', ({ payload = '' }) => void topics.push(payload));
    await line.query('listen topic');
    server.setTime(new Date(Date.now() + 10 * 60_000));
    expect((await call('prices/refresh', {})).status).toBe(200);
    server.setTime(null);
    await vi.waitFor(() => expect(topics).toContain('prices'), 5_000);
    topics.length = 0;
    expect((await call('prices/acceptJump', await jumps(), await signIn('finance'))).status).toBe(200);
    await vi.waitFor(() => expect(topics).toEqual(expect.arrayContaining(['prices', 'desk'])), 5_000);
    line.release(true);
  });
});
