import { beforeAll, describe, expect, test } from 'vitest';
import { bitcoinAddress, buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { assetSymbols } from '../../assets/assets.ts';
import { isOffered, networkIds } from '../../assets/networks.ts';

const server = await serverUnderTest();
const { call, owner, signIn } = server;
const saveSetting = (key: string, value: object) =>
  owner.query('insert into setting_versions (key, value) values ($1, $2)', [key, value]);

type Quoted = { id: string; refusal: { code: string } | null };
const quote = async (cookie: string, symbol: string, network: string | null): Promise<Quoted> =>
  (await call<Quoted>('trading/quoteBuy', { symbol, currency: 'JMD', amount: '3000', network }, cookie)).body;
const getRefusal = async (...asked: Parameters<typeof quote>) => (await quote(...asked)).refusal?.code ?? null;

describe('a quote shows the refusal that placing would give', () => {
  test('for every network the coin is not on', async () => {
    const cookie = await signIn('tier2');
    for (const symbol of assetSymbols.filter((each) => each !== 'LGM'))
      for (const network of networkIds)
        expect([symbol, network, await getRefusal(cookie, symbol, network)]).toEqual([
          symbol,
          network,
          isOffered(network, symbol) ? null : 'network_unfit',
        ]);
    const { id } = await quote(cookie, 'BTC', 'solana');
    const placed = await buy(server, cookie, { quoteId: id, network: 'solana', walletAddress: bitcoinAddress });
    expect(placed.body.code).toBe('trading.network_unfit');
  });

  test('for a sell on a network its coin is not on', async () => {
    const asked = { symbol: 'BTC', amount: '0.001', network: 'solana' };
    const { body } = await call<Quoted>('trading/quoteSell', asked, await signIn('tier2'));
    expect(body.refusal).toEqual({ code: 'network_unfit', symbol: 'BTC' });
  });
});

describe('while a network of a coin is paused', () => {
  beforeAll(() => saveSetting('asset_switches', { paused: [{ side: 'buy', symbol: 'BTC', network: 'bitcoin' }] }));

  test('a quote for it is refused like placing, and another network is not', async () => {
    const cookie = await signIn('tier2');
    expect(await getRefusal(cookie, 'BTC', 'bitcoin')).toBe('paused');
    expect((await buy(server, cookie, { amount: '3100' })).body.code).toBe('trading.paused');
    expect(await getRefusal(cookie, 'BTC', 'bep20')).toBeNull();
    expect(await getRefusal(cookie, 'BTC', null)).toBeNull();
  });

  test('a quote without a network is refused once all networks are paused', async () => {
    await saveSetting('asset_switches', { paused: [{ side: 'buy', symbol: 'BTC', network: null }] });
    expect(await getRefusal(await signIn('tier2'), 'BTC', null)).toBe('paused');
    await saveSetting('asset_switches', { paused: [] });
  });
});

test('before a first order a quote asks for the lesson, as placing and the form do', async () => {
  await saveSetting('first_order', { lesson: 'asked' });
  const { cookie } = await newCustomer(server);
  const { body } = await call<{ bounds: { lesson: boolean } }>('trading/limits', {}, cookie);
  const refusal = await getRefusal(cookie, 'BTC', 'bitcoin');
  const placed = await buy(server, cookie, { amount: '3200' });
  expect([body.bounds.lesson, refusal, placed.body.code]).toEqual([true, 'lesson_first', 'trading.lesson_first']);
});
