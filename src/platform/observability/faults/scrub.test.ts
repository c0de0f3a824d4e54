import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrubText } from './scrub.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const base58 = '[1-9A-HJ-NP-Za-km-z]';
const separator = fc.constantFrom('', ' ', '-', '.');
const grouped = (...lengths: number[]) =>
  fc.tuple(separator, ...lengths.map(digits)).map(([between, ...groups]) => groups.join(between));

const secrets: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'e-mail address': fc.emailAddress(),
  'phone number': grouped(3, 3, 4).chain((phone) => fc.constantFrom(phone, `+1 ${phone}`, `1-${phone}`, `(${phone}`)),
  TRN: grouped(3, 3, 3),
  'card number': grouped(4, 4, 4, 4),
  'bank account': fc.oneof(digits(6), digits(9), digits(15)),
  'bitcoin address': fc.stringMatching(/^bc1q[ac-hj-np-z02-9]{38}$/),
  'older bitcoin address': fc.stringMatching(new RegExp(`^[13]${base58}{25,33}$`)),
  'Ethereum address': fc.stringMatching(/^0x[\da-fA-F]{40}$/),
  'Solana address': fc.stringMatching(new RegExp(`^${base58}{32,44}$`)),
  'XRP address': fc.stringMatching(new RegExp(`^r${base58}{25,34}$`)),
  'transaction hash': fc.stringMatching(/^[\da-f]{64}$/),
  JWT: fc.stringMatching(/^eyJ[\w-]{20,60}\.[\w-]{20,60}\.[\w-]{43}$/),
  'session token': fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  UUID: fc.uuid(),
  'IPv4 address': fc.ipV4(),
  'IPv6 address': fc
    .tuple(...Array.from({ length: 8 }, () => fc.stringMatching(/^[1-9a-f][\da-f]{3}$/)))
    .map((parts) => parts.join(':')),
  'query string': fc.stringMatching(/^\?code=[a-z]{6,20}&name=[a-z]{4,10}$/),
  name: fc
    .stringMatching(/^[A-Z][a-z]{2,9} [A-Z][a-z]{3,9}-?[A-Z]?[a-z]{3,5}$/)
    .filter((name) => !/Error|Exception|Element/.test(name)),
  'name in capitals': fc.stringMatching(/^[A-Z]{4,10} [A-Z]{4,12}$/),
};

const frames: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `no order of ${secret} in the list`,
  (secret) => `Failed: "${secret}"`,
  (secret) => `the value '${secret}' is invalid`,
  (secret) => `value=${secret};`,
  (secret) => `duplicate key (${secret}), try again`,
  (secret) => `first line\n${secret}\nlast line`,
];

const findLeft = (secret: string, text: string): string[] =>
  secret
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4 && text.replaceAll(/\[[a-z]+\]/g, '').includes(part));

test.each(Object.entries(secrets))('a message with any %s loses it', (_kind, arbitrary) => {
  fc.assert(
    fc.property(arbitrary, fc.constantFrom(...frames), (secret, frame) => {
      const scrubbed = scrubText(frame(secret));
      expect(scrubbed).not.toContain(secret);
      expect(findLeft(secret, scrubbed)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["Cannot read properties of undefined (reading 'map')"],
  ['Maximum call stack size exceeded'],
  ['relation "crypto_prices" does not exist'],
  ['connect ECONNREFUSED'],
  ['TypeError: items is not iterable'],
])('the message %s of a fault without values stays readable', (message) => expect(scrubText(message)).toBe(message));

test('scrubbing a scrubbed message changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => scrubText(scrubText(text)) === scrubText(text)));
});
