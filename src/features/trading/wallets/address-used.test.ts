import { expect, test } from 'vitest';
import { bitcoinAddress, buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, signIn } = server;
const asked = { network: 'bitcoin', walletAddress: bitcoinAddress };
const isUsed = async (cookie: string, about: object = asked) =>
  (await call<{ used: boolean }>('trading/addressUsed', about, cookie)).body.used;

test('an address is new to each customer until they ordered coins to it themselves', async () => {
  const cookie = await signIn('tier1');
  expect(await isUsed(cookie)).toBe(false);
  expect((await buy(server, cookie)).status).toBe(200);
  expect(await isUsed(cookie)).toBe(true);
  expect(await isUsed(cookie, { ...asked, walletAddress: ` ${bitcoinAddress} ` })).toBe(true);
  expect(await isUsed((await newCustomer(server)).cookie)).toBe(false);
});

test('another tag is another destination, and what is no address was never used', async () => {
  const cookie = await signIn('tier2');
  const xrp = { symbol: 'XRP', network: 'xrp', walletAddress: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh' };
  expect((await buy(server, cookie, { ...xrp, destinationTag: '17' })).status).toBe(200);
  const tagged = (destinationTag: string) =>
    isUsed(cookie, { network: 'xrp', walletAddress: xrp.walletAddress, destinationTag });
  expect([await tagged('17'), await tagged('18'), await tagged('')]).toEqual([true, false, false]);
  expect(await isUsed(cookie, { ...asked, walletAddress: 'nothing' })).toBe(false);
});

test('whoever types asks as often as anybody types, and whoever goes on waits, alone', async () => {
  const [one, another] = [await newCustomer(server), await newCustomer(server)];
  const asks = async ({ cookie }: { cookie: string }) =>
    (await call('trading/addressUsed', { ...asked, destinationTag: '' }, cookie)).status;
  for (let n = 0; n < 240; n++) expect(await asks(one)).toBe(200);
  expect(await asks(one)).toBe(429);
  expect(await asks(another)).toBe(200);
});
