import { expect, test } from 'vitest';
import { scamsOn } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { sameKeyAddresses } from '../../coins/same-key.ts';
import type { Fact } from '../../scam-reports/schema.ts';
import type { Known } from '../../scam-reports/shapes.ts';

/** Whoever is about to buy hears what is told of the address they typed. */
const server = await serverWithoutFaults();
const { looks, reported, publish } = scamsOn(server);

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

test.each([
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bitcoin', 'bitcoin'],
  ['trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'evm', 'erc20'],
  ['erc20', '0x27b1fdb04752bbc536007a920d24acb045561c26', 'tron', 'trc20'],
] as const)(
  'a warning of %s %s is one of each other form of its key',
  async (network, address, otherScope, otherNetwork) => {
    const scope = { bitcoin: 'bitcoin', trc20: 'tron', erc20: 'evm' }[network];
    await publish(await reported({ facts: [fact(scope, address)] }), 'scam');
    const others = sameKeyAddresses(address).filter((other) => !other.startsWith('3'));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(await warned(otherNetwork, other)).toMatchObject({ told: 'published', verdict: 'scam' });
      const found = await looks({ facts: [fact(otherScope, other)] });
      expect(found).toMatchObject([{ known: { told: 'published', verdict: 'scam' } }]);
    }
  },
);

test('a warning of what wraps a key is one of the key', async () => {
  const [wrapping, own] = ['35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK', 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5'];
  await publish(await reported({ facts: [fact('bitcoin', wrapping)] }), 'likely');
  expect(await warned('bitcoin', own)).toMatchObject({ told: 'published', verdict: 'likely' });
});
