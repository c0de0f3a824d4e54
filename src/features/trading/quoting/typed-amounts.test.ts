import { expect, test } from 'vitest';
import { buy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, signIn } = server;
type Quoted = { fiat: { minor: string }; coins: string; code?: string };

test.each([
  ['J$25,000.00', '25000.00'],
  ['25 000', '25000.00'],
  ['25000.555', '25000.55'],
])('a buy of %s is priced as %s', async (amount, plain) => {
  const cookie = await signIn('tier1');
  const asked = (typed: string) =>
    call<Quoted>('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: typed, network: 'bitcoin' }, cookie);
  const { status, body } = await asked(amount);
  expect(status).toBe(200);
  expect(body.fiat).toEqual((await asked(plain)).body.fiat);
});

test.each([
  ['.5', '0.50000000'],
  ['1,000', '1000.00000000'],
  ['0.25 BTC', '0.25000000'],
  ['0.123456789012345678', '0.12345678'],
])('a sell of %s counts as %s', async (amount, counted) => {
  const { body } = await call<Quoted>('trading/quoteSell', { symbol: 'BTC', amount }, await signIn('tier2'));
  expect(body.coins ?? body.code).toBe(counted);
});

test('an amount that names another currency or coin is refused', async () => {
  const cookie = await signIn('tier1');
  const wish = { symbol: 'BTC', currency: 'JMD', amount: 'US$100', network: 'bitcoin' };
  expect((await call('trading/quoteBuy', wish, cookie)).status).toBe(400);
  expect((await call<Quoted>('trading/quoteSell', { symbol: 'BTC', amount: '1 ETH' }, cookie)).body.code).toBe(
    'trading.buys_nothing',
  );
});

test('a link of another EVM chain is reduced to its address, one of a test network is refused', async () => {
  const cookie = await signIn('tier1');
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const to = (walletAddress: string) =>
    buy(server, cookie, { symbol: 'ETH', network: 'erc20', amount: '2107', walletAddress });
  expect((await to(`https://sepolia.etherscan.io/address/${address}`)).body).toMatchObject({
    code: 'trading.address_test_network',
  });
  const { status, body } = await to(`https://polygonscan.com/address/${address}`);
  expect(status).toBe(200);
  const { rows } = await server.owner.query('select wallet_address from transactions where id = $1', [body.orderId]);
  expect(rows).toEqual([{ wallet_address: address }]);
});
