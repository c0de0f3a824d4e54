import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hidesPlace, providerOf, readNetworks } from './provider-networks.ts';

const v4 = (text: string) => ({ text, version: 4 }) as const;
const list = readNetworks(`# networks of an operator
198.51.100.0/24   Island Broadband
198.51.100.64/26  Example Cloud Hosting
203.0.113.0/24
203.0.113.8/32, Quiet Office
nonsense here
2001:db8::/32 Example VPN
`);

test('an address belongs to the smallest network that holds it', () => {
  expect(providerOf(list, v4('198.51.100.1'))).toBe('Island Broadband');
  expect(providerOf(list, v4('198.51.100.70'))).toBe('Example Cloud Hosting');
  expect(providerOf(list, v4('198.51.100.200'))).toBe('Island Broadband');
  expect(providerOf(list, v4('203.0.113.8'))).toBe('Quiet Office');
  expect(providerOf(list, { text: '2001:db8::5', version: 6 })).toBe('Example VPN');
});

test('an address that no network holds has no provider', () => {
  for (const text of ['198.51.99.255', '198.51.101.0', '1.0.0.0', '223.255.255.255'])
    expect(providerOf(list, v4(text))).toBeNull();
  expect(providerOf(readNetworks(''), v4('198.51.100.1'))).toBeNull();
});

test('a network without a name counts as hosting or VPN, as lists of such networks mean it', () => {
  expect(hidesPlace(providerOf(list, v4('203.0.113.9')))).toBe(true);
});

test.each(['NordVPN', 'Some PROXY Ltd', 'Datacenter 4', 'Web Hosting', 'Cloudy', 'Servers R Us'])(
  '"%s" suggests a VPN or proxy',
  (provider) => expect(hidesPlace(provider)).toBe(true),
);
test('a household provider, or none known, suggests nothing', () => {
  expect(hidesPlace('Flow Jamaica')).toBe(false);
  expect(hidesPlace(null)).toBe(false);
});

test('the search finds what looking at every network would find', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const network = fc.record({
    a: fc.integer({ min: 1, max: 3 }),
    b: byte,
    c: byte,
    d: byte,
    bits: fc.integer({ min: 8, max: 32 }),
  });
  const numberOf = (a: number, b: number, c: number, d: number) => ((a * 256 + b) * 256 + c) * 256 + d;
  fc.assert(
    fc.property(
      fc.uniqueArray(network, {
        maxLength: 30,
        selector: ({ a, b, c, d, bits }) => `${Math.floor(numberOf(a, b, c, d) / 2 ** (32 - bits))}/${bits}`,
      }),
      network,
      (networks, { a, b, c, d }) => {
        const text = networks.map((n, index) => `${n.a}.${n.b}.${n.c}.${n.d}/${n.bits} n${index}`).join('\n');
        const number = numberOf(a, b, c, d);
        const holding = networks
          .map((n, index) => ({
            bits: n.bits,
            name: `n${index}`,
            start: Math.floor(numberOf(n.a, n.b, n.c, n.d) / 2 ** (32 - n.bits)),
          }))
          .filter(({ bits, start }) => Math.floor(number / 2 ** (32 - bits)) === start)
          .sort((one, other) => other.bits - one.bits);
        expect(providerOf(readNetworks(text), v4(`${a}.${b}.${c}.${d}`))).toBe(holding[0]?.name ?? null);
      },
    ),
  );
});
