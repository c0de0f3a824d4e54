import { afterEach, expect, test } from 'vitest';
import { scamsOn } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { Fact } from '../../scam-reports/schema.ts';
import type { Known } from '../../scam-reports/shapes.ts';

/** Whoever is about to buy hears what is told of the address they typed. */
const server = await serverUnderTest();
const { reported, publish } = scamsOn(server);
afterEach(() => expect(server.faults.splice(0)).toEqual([]));

const { cookie } = await newCustomer(server);
const warned = async (network: string, walletAddress: string, destinationTag = '') => {
  const input = { network, walletAddress, destinationTag };
  return (await server.call<{ warning: Known | null }>('trading/addressUsed', input, cookie)).body.warning;
};
const fact = (scope: string, value: string): Fact => ({ kind: 'wallet', scope, value });

test('one report says nothing, two that it was reported, a published one how many and what we judge', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const facts = [fact('evm', address)];
  expect(await warned('erc20', address)).toBeNull();
  const id = await reported({ facts });
  expect(await warned('erc20', address)).toBeNull();
  await reported({ facts });
  expect(await warned('erc20', address)).toEqual({ told: 'reported' });
  await publish(id, 'likely');
  expect(await warned('erc20', address.toLowerCase())).toMatchObject({
    told: 'published',
    verdict: 'likely',
    people: 2,
  });
});

test('behind one address of an exchange a tag is somebody: another tag is not warned of', async () => {
  const address = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
  const facts = [fact('xrp', `${address}?dt=17`)];
  await reported({ facts });
  await reported({ facts });
  expect(await warned('xrp', address, '17')).toEqual({ told: 'reported' });
  expect([await warned('xrp', address, '18'), await warned('xrp', address)]).toEqual([null, null]);
});

test('what was judged legitimate is no warning', async () => {
  const address = 'bc1q09u7ul6368fzcak5clt7373dj7fzdsqa4k7gue';
  await publish(await reported({ facts: [fact('bitcoin', address)] }), 'legitimate');
  expect(await warned('bitcoin', address)).toBeNull();
});
