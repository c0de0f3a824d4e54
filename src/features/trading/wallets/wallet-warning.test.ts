import { expect, test } from 'vitest';
import { createScamTools } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { getSameKeyAddresses } from '../../assets/same-key.ts';
import type { Fact } from '../../scam-reports/schema.ts';
import type { Known } from '../../scam-reports/types.ts';

const server = await serverWithoutFaults();
const { looks, reported, publish } = createScamTools(server);

const { cookie } = await newCustomer(server);
const findWarning = async (network: string, walletAddress: string, destinationTag = '') => {
  const input = { network, walletAddress, destinationTag };
  return (await server.call<{ warning: Known | null }>('trading/addressUsed', input, cookie)).body.warning;
};
const buildFact = (scope: string, value: string): Fact => ({ kind: 'wallet', scope, value });

test('one report warns of nothing, two of reports, a published one of its verdict and reporter count', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const facts = [buildFact('evm', address)];
  expect(await findWarning('erc20', address)).toBeNull();
  const id = await reported({ facts });
  expect(await findWarning('erc20', address)).toBeNull();
  await reported({ facts });
  expect(await findWarning('erc20', address)).toEqual({ shown: 'reported' });
  await publish(id, 'likely');
  expect(await findWarning('erc20', address.toLowerCase())).toMatchObject({
    shown: 'published',
    verdict: 'likely',
    people: 2,
  });
});

test('a report about one tag does not warn of other tags of the address', async () => {
  const address = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
  const facts = [buildFact('xrp', `${address}?dt=17`)];
  await reported({ facts });
  await reported({ facts });
  expect(await findWarning('xrp', address, '17')).toEqual({ shown: 'reported' });
  expect([await findWarning('xrp', address, '18'), await findWarning('xrp', address)]).toEqual([null, null]);
});

test('a legitimate verdict is no warning', async () => {
  const address = 'bc1q09u7ul6368fzcak5clt7373dj7fzdsqa4k7gue';
  await publish(await reported({ facts: [buildFact('bitcoin', address)] }), 'legitimate');
  expect(await findWarning('bitcoin', address)).toBeNull();
});

test.each([
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bitcoin', 'bitcoin'],
  ['trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'evm', 'erc20'],
  ['erc20', '0x27b1fdb04752bbc536007a920d24acb045561c26', 'tron', 'trc20'],
] as const)(
  'a warning about %s %s applies to each other form of its key',
  async (network, address, otherScope, otherNetwork) => {
    const scope = { bitcoin: 'bitcoin', trc20: 'tron', erc20: 'evm' }[network];
    await publish(await reported({ facts: [buildFact(scope, address)] }), 'scam');
    const others = getSameKeyAddresses(address).filter((other) => !other.startsWith('3'));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(await findWarning(otherNetwork, other)).toMatchObject({ shown: 'published', verdict: 'scam' });
      const found = await looks({ facts: [buildFact(otherScope, other)] });
      expect(found).toMatchObject([{ known: { shown: 'published', verdict: 'scam' } }]);
    }
  },
);

test('a warning about a wrapped key applies to the key', async () => {
  const [wrapping, own] = ['35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK', 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5'];
  await publish(await reported({ facts: [buildFact('bitcoin', wrapping)] }), 'likely');
  expect(await findWarning('bitcoin', own)).toMatchObject({ shown: 'published', verdict: 'likely' });
});
