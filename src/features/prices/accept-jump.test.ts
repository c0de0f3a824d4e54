import { expect, test, vi } from 'vitest';
import { jumpPrice } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

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
