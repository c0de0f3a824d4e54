import { expect, test } from 'vitest';
import { parseNetworkRange, parsePublicAddress } from './address.ts';

test.each(['127.0.0.1', '10.1.2.3', '192.168.1.4', '172.16.0.9', '169.254.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'])(
  '%s has no location',
  (text) => expect(parsePublicAddress(text)).toBeNull(),
);
test.each(['::1', 'fe80::1', 'fd00::1', '::', '::ffff:10.0.0.1', 'ff02::1'])('%s has no location', (text) =>
  expect(parsePublicAddress(text)).toBeNull(),
);
test.each(['', 'localhost', '72.27.0', '72.27.0.1, 8.8.8.8', '999.1.1.1', 'x'.repeat(400)])(
  '"%s" is not an address',
  (text) => expect(parsePublicAddress(text)).toBeNull(),
);

test('a public address is returned in its usual spelling', () => {
  expect(parsePublicAddress('72.27.0.1')).toEqual({ text: '72.27.0.1', version: 4 });
  expect(parsePublicAddress('2607:F8B0:4004:0800:0:0:0:200E')).toEqual({
    text: '2607:f8b0:4004:800::200e',
    version: 6,
  });
});

test('an IPv4-mapped IPv6 address is an IPv4 address', () =>
  expect(parsePublicAddress('::ffff:72.27.0.1')).toEqual({ text: '72.27.0.1', version: 4 }));

test('a network spans its first to last address for any address inside it', () => {
  expect(parseNetworkRange('203.0.113.77/24')).toEqual({ version: 4, first: 3405803776n, last: 3405804031n });
  expect(parseNetworkRange('203.0.113.7')).toEqual({ version: 4, first: 3405803783n, last: 3405803783n });
  expect(parseNetworkRange('2001:db8::/126')?.last).toBe(42540766411282592856903984951653826563n);
  expect(parseNetworkRange('203.0.113.0/33')).toBeNull();
  expect(parseNetworkRange('example.com')).toBeNull();
});
