import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { findProvider, hidesPlace, parseNetwork, sortNetworks } from './provider-networks.ts';

const readNetworks = (text: string) => sortNetworks(text.split('\n').map(parseNetwork));
const v4 = (text: string) => ({ text, version: 4 }) as const;
const list = readNetworks(`# networks of an operator
198.51.100.0/24   Island Broadband
198.51.100.64/26  Example Cloud Hosting
203.0.113.0/24
203.0.113.8/32, Quiet Office
nonsense here
2001:db8::/32 Example VPN
`);

test('an address belongs to the smallest network that contains it', () => {
  expect(findProvider(list, v4('198.51.100.1'))).toBe('Island Broadband');
  expect(findProvider(list, v4('198.51.100.70'))).toBe('Example Cloud Hosting');
  expect(findProvider(list, v4('198.51.100.200'))).toBe('Island Broadband');
  expect(findProvider(list, v4('203.0.113.8'))).toBe('Quiet Office');
  expect(findProvider(list, { text: '2001:db8::5', version: 6 })).toBe('Example VPN');
});

test('an address outside all networks has no provider', () => {
  for (const text of ['198.51.99.255', '198.51.101.0', '1.0.0.0', '223.255.255.255'])
    expect(findProvider(list, v4(text))).toBeNull();
  expect(findProvider(readNetworks(''), v4('198.51.100.1'))).toBeNull();
});

test('a network without a name counts as hosting or VPN', () => {
  expect(hidesPlace(findProvider(list, v4('203.0.113.9')))).toBe(true);
});

test.each(['NordVPN', 'Some PROXY Ltd', 'Datacenter 4', 'Web Hosting', 'Cloudy', 'Servers R Us'])(
  '"%s" suggests a VPN or proxy',
  (provider) => expect(hidesPlace(provider)).toBe(true),
);

test('a home provider or none suggests no VPN', () => {
  expect(hidesPlace('Flow Jamaica')).toBe(false);
  expect(hidesPlace(null)).toBe(false);
});

type Listed = { number: number; bits: number };
const textOf = (number: number) => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
const block = ({ number, bits }: Listed) => Math.floor(number / 2 ** (32 - bits));

test('the search finds the same network as a full scan', () => {
  const number = fc.integer({ min: 2 ** 24, max: 2 ** 26 - 1 });
  const network = fc.record({ number, bits: fc.integer({ min: 8, max: 32 }) });
  const networks = fc.uniqueArray(network, {
    maxLength: 40,
    selector: (listed) => `${block(listed)}/${listed.bits}`,
  });
  fc.assert(
    fc.property(networks, number, (listed, asked) => {
      const text = listed.map((one, index) => `${textOf(one.number)}/${one.bits} n${index}`).join('\n');
      const holding = listed
        .map((one, index) => ({ ...one, name: `n${index}` }))
        .filter((one) => block(one) === block({ number: asked, bits: one.bits }))
        .sort((a, b) => b.bits - a.bits);
      expect(findProvider(readNetworks(text), v4(textOf(asked)))).toBe(holding[0]?.name ?? null);
    }),
  );
});

describe('shipped networks', async () => {
  const server = await serverWithoutFaults({ GEO_DEMO_ADDRESS: '72.27.0.1' });
  type Own = { hidden: boolean; place: { provider: string | null } | null };

  async function seenFrom(remoteAddress: string): Promise<Own> {
    const cookie = await createSession(server, 'tier1');
    const call = async (path: string, input?: unknown) => {
      const headers = { 'content-type': 'application/json', cookie };
      const url = `/api/rpc/location/${path}`;
      const payload = JSON.stringify({ json: input });
      return (await server.app.inject({ method: 'POST', url, remoteAddress, headers, payload })).json().json as Own;
    };
    await call('consent', { allow: true });
    return call('own');
  }

  test.each([
    ['a known VPN', '2.26.157.9', 'VPN service'],
    ['a known VPN over IPv6', '2001:978:2305::1', 'VPN service'],
    ['a datacenter', '8.8.8.8', 'Datacenter or hosting'],
    ['a datacenter over IPv6', '2607:f8b0:4004:800::200e', 'Datacenter or hosting'],
  ])('%s causes a warning without any setting', async (_, address, provider) => {
    expect(await seenFrom(address)).toMatchObject({ hidden: true, place: { provider } });
  });

  test.each([
    ['a home in Kingston', '72.27.0.1', null],
    ['a home in Montego Bay', '63.143.64.1', null],
    ['the demo on one machine', '127.0.0.1', null],
    ['a relay that many phones use by themselves', '104.28.28.1', 'Apple Private Relay'],
  ])('%s causes no warning', async (_, address, provider) => {
    expect(await seenFrom(address)).toMatchObject({ hidden: false, place: { provider } });
  });
});
