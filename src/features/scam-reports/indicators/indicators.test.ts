import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getCpuMicros } from '../../../../test/cpu-time.ts';
import { parsePhone } from '../../../kernel/phone-number.ts';
import { collectIndicators, parseName } from '../facts.ts';
import { type LookupInput, maxFacts } from '../schema.ts';
import { maxIndicators, maxTextLength, maxValueLength } from '../types.ts';
import { isWeightyEnough, type Reporter, settledAfterDays } from '../weight.ts';
import { parseDomain, parseEmail } from './domain.ts';
import { findIndicators } from './extract.ts';
import { handleServices, parseChatNumber, parseHandle, parseHandleLink } from './handle.ts';
import { parseWallet } from './wallet.ts';

test.each([
  ['https://www.Quick-Profit.COM/join?ref=1#x', 'quick-profit.com'],
  ['quick-profit.com', 'quick-profit.com'],
  ['http://login.bank.co.uk:8080/', 'bank.co.uk'],
  ['shop.example.com.jm.', 'example.com.jm'],
  ['https://münzen.de', 'xn--mnzen-kva.de'],
  ['https://xn--mnzen-kva.de/a', 'xn--mnzen-kva.de'],
  ['double-it.github.io/start', 'double-it.github.io'],
  ['https://user:pass@evil.test', 'evil.test'],
  ['quick\u200b-profit.com', 'quick-profit.com'],
  ['ＱＵＩＣＫ-profit.com', 'quick-profit.com'],
  ['http://8.8.8.8/pay', '8.8.8.8'],
])('the site of %s is %s', (text, domain) => expect(parseDomain(text)).toBe(domain));

test.each([
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '+1 876 555 0199',
  'https://wa.me/18765550199',
  'Telegram: @quick_profit',
])('%s with invisible characters within is found as without', (text) => {
  const found = findIndicators(text);
  expect(found).toHaveLength(1);
  expect(findIndicators(text.replace(/.{3}$/, '\u200b$&\u2060'))).toEqual(found);
});

test.each([
  ['nothing', ''],
  ['words', 'quick profit'],
  ['an end alone', 'com.jm'],
  ['a place where anybody has a page', 'https://facebook.com/quickprofit'],
  ['a shortened link', 'https://bit.ly/3xyz'],
  ['a machine at home', 'http://192.168.0.1/'],
  ['our own machine', 'http://localhost:3000'],
  ['a mail', 'mailto:a@b.com'],
  ['a script', 'javascript:alert(1)'],
  ['a broken host', 'https://a..b'],
  ['too much', `https://${'a'.repeat(3_000)}.com`],
])('%s is no site', (_what, text) => expect(parseDomain(text)).toBeNull());

const evm = '0x52908400098527886E0F7030069857D2E4169EE7';

test.each([
  [evm.toLowerCase(), 'evm', evm],
  [`https://etherscan.io/address/${evm}`, 'evm', evm],
  ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  ['BC1Q9AAFW5VWNHFM9NDGRTC9GTPL54UC9Q0TEWEEYJ', 'bitcoin', 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj'],
  ['TMX28CsXezkw839FqBKZ89QUNp4XpVR3w9', 'tron', 'TMX28CsXezkw839FqBKZ89QUNp4XpVR3w9'],
  ['rE3SGrm1L3NJAH7j5ub5RQq5spz6fwc5po', 'xrp', 'rE3SGrm1L3NJAH7j5ub5RQq5spz6fwc5po'],
  ['rE3SGrm1L3NJAH7j5ub5RQq5spz6fwc5po?dt=7', 'xrp', 'rE3SGrm1L3NJAH7j5ub5RQq5spz6fwc5po?dt=7'],
  ['J26MDCCB4sxii3ctBUgSLrgMj1nViAqgDkpEzxoVZBw4', 'solana', 'J26MDCCB4sxii3ctBUgSLrgMj1nViAqgDkpEzxoVZBw4'],
])('the wallet %s is of %s: %s', (text, scope, value) =>
  expect(parseWallet(text)).toEqual({ kind: 'wallet', scope, value }),
);

test('a wallet with a wrong checksum, a burn address, a token contract or our own is no indicator', () => {
  expect(parseWallet(evm.replace('E7', 'e7'))).toBeNull();
  expect(parseWallet('1BoatSLRHtKNngkdXEeobR76b53LETtpyU')).toBeNull();
  expect(parseWallet('0x0000000000000000000000000000000000000000')).toBeNull();
  expect(parseWallet('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBeNull();
  expect(parseWallet(evm, 'bep20', { wallets: new Set([evm]), tokens: new Set() })).toBeNull();
  expect(parseWallet(evm, 'bitcoin')).toBeNull();
});

test('an email address is reduced to its canonical form', () => {
  expect(parseEmail(' Mailto:Help.Desk+jm@GMail.com?subject=x ')).toBe('helpdesk@gmail.com');
  expect(parseEmail('help.desk@Bücher.example')).toBe('help.desk@xn--bcher-kva.example');
  for (const text of ['a@b', 'a b@c.com', '@b.com', 'a@', 'a@b@c.com', '+x']) expect(parseEmail(text)).toBeNull();
});

test('a handle is parsed from its name and link, and generic pages are none', () => {
  expect(parseHandle('@Crypto_Kim', 'telegram')).toBe('crypto_kim');
  expect(parseHandle('Quick.Profit', 'facebook')).toBe('quickprofit');
  expect(parseHandleLink('https://t.me/s/Crypto_Kim?x=1')).toEqual({
    kind: 'handle',
    scope: 'telegram',
    value: 'crypto_kim',
  });
  expect(parseHandleLink('instagram.com/quick.profit/')).toMatchObject({ scope: 'instagram', value: 'quick.profit' });
  expect(parseHandleLink('https://www.facebook.com/profile.php?id=100012')).toMatchObject({ value: '100012' });
  expect(parseHandleLink('https://www.tiktok.com/@Quick')).toMatchObject({ scope: 'tiktok', value: 'quick' });
  for (const link of ['https://instagram.com/explore/', 'https://x.com/', 'https://quick.com/a', 'x'])
    expect(parseHandleLink(link)).toBeNull();
  expect([
    parseChatNumber('https://wa.me/18765551234'),
    parseChatNumber('api.whatsapp.com/send?text=a&phone=18765551234'),
  ]).toEqual(['+18765551234', '+18765551234']);
});

test('names match without accents, case and punctuation', () => {
  expect(parseName('  Élite-Trades, Ltd. ')).toBe('elite trades ltd');
  expect(parseName('elite trades ltd')).toBe('elite trades ltd');
  expect([parseName('!'), parseName('x'), parseName('x'.repeat(201))]).toEqual([null, null, null]);
});

test('a pasted message yields each indicator once', () => {
  const text = `Hi! I am Kim from "Quick Profit" (https://www.quick-profit.com/join). Send to ${evm} or
    ${evm.toLowerCase()}, then WhatsApp me: https://wa.me/18765551234 or 876 555-1234. Mail kim@quick-profit.com,
    Telegram @Crypto_Kim, IG: instagram.com/quick.profit. See e.g. report.docx, 24.11.2026, J$1,000,000 at 10.30pm.`;
  expect(findIndicators(text)).toEqual([
    { kind: 'domain', scope: '', value: 'quick-profit.com' },
    { kind: 'wallet', scope: 'evm', value: evm },
    { kind: 'phone', scope: '', value: '+18765551234' },
    { kind: 'email', scope: '', value: 'kim@quick-profit.com' },
    { kind: 'handle', scope: 'instagram', value: 'quick.profit' },
    { kind: 'handle', scope: 'telegram', value: 'crypto_kim' },
  ]);
});

test('digits within a site, a wallet or a payment id are no phone number', () => {
  const site = 'scam-38664530-19fe-4a8a-b0f1-1c3cbcf945ac.com';
  expect(findIndicators(site)).toEqual([{ kind: 'domain', scope: '', value: site }]);
  const payment = '5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be8765551234ee3a';
  expect(findIndicators(`I sent it with ${payment}, ask kim8765551234@mail.com.`)).toEqual([
    { kind: 'email', scope: '', value: 'kim8765551234@mail.com' },
  ]);
  expect(findIndicators(`${site} (876)555-1234`)).toHaveLength(2);
  expect(findIndicators('WhatsApp+447911123456')).toEqual([{ kind: 'phone', scope: '', value: '+447911123456' }]);
});

test('a list yields at most the maximum number of indicators', () => {
  const list = Array.from({ length: 100 }, (_, n) => `https://scam${n}.com`).join('\n');
  expect(findIndicators(list)).toHaveLength(maxIndicators);
});

const arbitraryText = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.emailAddress(),
  fc.domain(),
  fc.string({ unit: fc.constantFrom(...'ab.@/:-+0189() \u200bКé%？。'), maxLength: 60 }),
);
const readers: Readonly<Record<string, (text: string) => string | null>> = {
  domain: parseDomain,
  wallet: (text) => parseWallet(text)?.value ?? null,
  phone: parsePhone,
  email: parseEmail,
  name: parseName,
  ...Object.fromEntries(handleServices.map((service) => [service, (text: string) => parseHandle(text, service)])),
};

test.each(Object.entries(readers))('%s: a parsed value parses to itself', (_kind, read) => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const value = read(text);
      if (value !== null) expect(read(value)).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

test('any text can be parsed, and the result can be stored', () => {
  fc.assert(
    fc.property(fc.array(arbitraryText, { maxLength: 8 }), (texts) => {
      for (const { value } of findIndicators(texts.join(' '))) {
        expect(value.length).toBeLessThanOrEqual(maxValueLength);
        expect(value).not.toMatch(/[\s\0]/);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  'a',
  '1',
  '1-',
  '1 ',
  '(',
  '.',
  'a.',
  '@',
  'a@',
  '@.a',
  'telegram ',
  'x @',
  'http://',
  'https://a.',
  'wa.me/1',
  't.me/',
  '0x',
  '+',
  'Ⅷ',
  'é\u0301',
  'https://web.whatsapp.com/send?&',
])('ten thousand signs of %s are read in bounded time', (sign) => {
  const text = sign.repeat(Math.ceil(maxTextLength / sign.length)).slice(0, maxTextLength);
  const begin = process.cpuUsage();
  findIndicators(text);
  for (const read of Object.values(readers)) read(text);
  // CPU time in microseconds: other load on the machine does not count.
  expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
});

test.each(['.', '_', '!', '…'])('a long row of %s costs the same as letters', (sign) => {
  const costOf = (text: string) => {
    const startMicros = getCpuMicros();
    findIndicators(text);
    return getCpuMicros() - startMicros;
  };
  const row = (of: string) => `${of.repeat(maxTextLength - 2)}ab`;
  costOf(row('x'));
  expect(costOf(row(sign))).toBeLessThan(20 * costOf(row('x')) + 20_000);
});

test('only the first sixty candidates are parsed', () => {
  const behind = (many: number) => findIndicators(`${'0x12.34 '.repeat(many)}${evm}`).map(({ value }) => value);
  expect([behind(59), behind(60)]).toEqual([[evm], []]);
  const numbers = (many: number) => findIndicators(`${'(000000, '.repeat(many)}876 555 7431`).map(({ value }) => value);
  expect([numbers(59), numbers(60)]).toEqual([['+18765557431'], []]);
});

describe('facts', () => {
  afterEach(() => void vi.unstubAllGlobals());

  const nothing: LookupInput = { name: '', website: '', contactInfo: '', text: '', facts: [] };

  function countParsedLinks(input: Partial<LookupInput>): number {
    let count = 0;
    vi.stubGlobal(
      'URL',
      class extends URL {
        constructor(link: string) {
          count++;
          super(link);
        }
      },
    );
    collectIndicators({ ...nothing, ...input }, { wallets: new Set(), tokens: new Set() });
    return count;
  }

  const site = (n: number, length: number): string => `${String.fromCodePoint(0x4e00 + n).repeat(length)}.com`;

  test('an overlong host is not parsed in any field', () => {
    const long = (n: number) => `/${site(n, 300)}`;
    const kinds = [
      { kind: 'domain', scope: '' },
      { kind: 'handle', scope: 'x' },
      { kind: 'wallet', scope: 'evm' },
      { kind: 'email', scope: '' },
    ] as const;
    const input = {
      website: long(1),
      contactInfo: long(2),
      text: Array.from({ length: 30 }, (_, n) => long(n)).join(' '),
      facts: Array.from({ length: maxFacts }, (_, n) => ({ ...(kinds[n % 4] ?? kinds[0]), value: long(n) })),
    };
    expect(countParsedLinks(input)).toBe(0);
  });

  test('a site in a text is parsed three times: as wallet, as link and as stored value', () => {
    const text = Array.from({ length: 20 }, (_, n) => `/${site(n, 30)}`).join(' ');
    expect(countParsedLinks({ text })).toBe(3 * 20);
  });
});

describe('weight', () => {
  const identified = (connection: number): Reporter => ({ identified: true, days: 0, connection });
  const settled = (connection: number): Reporter => ({ identified: false, days: settledAfterDays, connection });
  const fresh = (connection: number): Reporter => ({ identified: false, days: settledAfterDays - 1, connection });

  test.each([
    ['two identified people', [identified(1), identified(2)], true],
    ['one identified and two settled accounts', [identified(1), settled(2), settled(3)], true],
    ['four settled accounts', [settled(1), settled(2), settled(3), settled(4)], true],
    ['one identified and one settled account', [identified(1), settled(2)], false],
    ['twenty fresh accounts', Array.from({ length: 20 }, (_, n) => fresh(n)), false],
    ['two identified people on one connection', [identified(1), identified(1)], false],
    ['one identified person and fresh accounts', [identified(1), fresh(2), fresh(3)], false],
    ['no reporter', [], false],
  ])('reports of %s warn others: %#', (_, reporters, warns) => {
    expect(isWeightyEnough(reporters, 2)).toBe(warns);
  });

  test('a fresh account does not reduce the weight of an identified person on its connection', () => {
    expect(isWeightyEnough([fresh(1), identified(1), identified(2)], 2)).toBe(true);
  });
});
