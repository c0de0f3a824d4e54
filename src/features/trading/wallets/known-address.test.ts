import { expect, test } from 'vitest';
import { bitcoinAddress, buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, signIn } = server;
const addressInput = { network: 'bitcoin', walletAddress: bitcoinAddress };
const checkUsed = async (cookie: string, about: object = addressInput) =>
  (await call<{ used: boolean }>('trading/addressUsed', about, cookie)).body.used;

test('an address is new to each customer until they bought to it', async () => {
  const cookie = await signIn('tier1');
  expect(await checkUsed(cookie)).toBe(false);
  expect((await buy(server, cookie)).status).toBe(200);
  expect(await checkUsed(cookie)).toBe(true);
  expect(await checkUsed(cookie, { ...addressInput, walletAddress: ` ${bitcoinAddress} ` })).toBe(true);
  expect(await checkUsed((await newCustomer(server)).cookie)).toBe(false);
});

test('another tag is another destination, and an invalid address was never used', async () => {
  const cookie = await signIn('tier2');
  const xrp = { symbol: 'XRP', network: 'xrp', walletAddress: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh' };
  expect((await buy(server, cookie, { ...xrp, destinationTag: '17' })).status).toBe(200);
  const tagged = (destinationTag: string) =>
    checkUsed(cookie, { network: 'xrp', walletAddress: xrp.walletAddress, destinationTag });
  expect([await tagged('17'), await tagged('18'), await tagged('')]).toEqual([true, false, false]);
  expect(await checkUsed(cookie, { ...addressInput, walletAddress: 'nothing' })).toBe(false);
});

test('lookups are rate limited per customer', async () => {
  const [one, another] = [await newCustomer(server), await newCustomer(server)];
  const lookUp = async ({ cookie }: { cookie: string }) =>
    (await call('trading/addressUsed', { ...addressInput, destinationTag: '' }, cookie)).status;
  for (let n = 0; n < 240; n++) expect(await lookUp(one)).toBe(200);
  expect(await lookUp(one)).toBe(429);
  expect(await lookUp(another)).toBe(200);
});
