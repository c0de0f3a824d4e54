import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTime } from '../../../../test/cpu-time.ts';
import { readDomain } from './domain.ts';
import { readEmail } from './email.ts';
import { indicatorsIn } from './extract.ts';
import { handleIn, handleServices, numberIn, readHandle } from './handle.ts';
import { longestText, longestValue, mostIndicators } from './indicator.ts';
import { readName } from './name.ts';
import { readPhone } from './phone.ts';
import { readWallet } from './wallet.ts';

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
])('the site of %s is %s', (text, domain) => expect(readDomain(text)).toBe(domain));

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
])('%s is no site', (_what, text) => expect(readDomain(text)).toBeNull());

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
  expect(readWallet(text)).toEqual({ kind: 'wallet', scope, value }),
);

test('a wallet with a wrong checksum, that nobody owns, of a token, or of ours is none', () => {
  expect(readWallet(evm.replace('E7', 'e7'))).toBeNull();
  expect(readWallet('1BoatSLRHtKNngkdXEeobR76b53LETtpyU')).toBeNull();
  expect(readWallet('0x0000000000000000000000000000000000000000')).toBeNull();
  expect(readWallet('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBeNull();
  expect(readWallet(evm, 'bep20', new Set([evm]))).toBeNull();
  expect(readWallet(evm, 'bitcoin')).toBeNull();
});

test.each([
  ['876-555-1234', '+18765551234'],
  ['+1 (658) 555-1234', '+16585551234'],
  ['tel:+442071838750', '+442071838750'],
])('the number %s is %s', (text, number) => expect(readPhone(text)).toBe(number));
test.each(['12', '555-1234', '1,000,000', 'x'.repeat(50), '+999 12345678'])('%s is no number', (text) =>
  expect(readPhone(text)).toBeNull(),
);

test('an e-mail address is the one that its owner gets', () => {
  expect(readEmail(' Mailto:Help.Desk+jm@GMail.com?subject=x ')).toBe('helpdesk@gmail.com');
  expect(readEmail('help.desk@Bücher.example')).toBe('help.desk@xn--bcher-kva.example');
  for (const text of ['a@b', 'a b@c.com', '@b.com', 'a@', 'a@b@c.com', '+x']) expect(readEmail(text)).toBeNull();
});

test('a name on a service is read from it and from its link, and pages of nobody are none', () => {
  expect(readHandle('@Crypto_Kim', 'telegram')).toBe('crypto_kim');
  expect(readHandle('Quick.Profit', 'facebook')).toBe('quickprofit');
  expect(handleIn('https://t.me/s/Crypto_Kim?x=1')).toEqual({ kind: 'handle', scope: 'telegram', value: 'crypto_kim' });
  expect(handleIn('instagram.com/quick.profit/')).toMatchObject({ scope: 'instagram', value: 'quick.profit' });
  expect(handleIn('https://www.facebook.com/profile.php?id=100012')).toMatchObject({ value: '100012' });
  expect(handleIn('https://www.tiktok.com/@Quick')).toMatchObject({ scope: 'tiktok', value: 'quick' });
  for (const link of ['https://instagram.com/explore/', 'https://x.com/', 'https://quick.com/a', 'x'])
    expect(handleIn(link)).toBeNull();
  expect([numberIn('https://wa.me/18765551234'), numberIn('api.whatsapp.com/send?text=a&phone=18765551234')]).toEqual([
    '+18765551234',
    '+18765551234',
  ]);
});

test('names are one without accents, case and punctuation', () => {
  expect(readName('  Élite-Trades, Ltd. ')).toBe('elite trades ltd');
  expect(readName('elite trades ltd')).toBe('elite trades ltd');
  expect([readName('!'), readName('x'), readName('x'.repeat(201))]).toEqual([null, null, null]);
});

test('a pasted message gives all that it names, each once', () => {
  const text = `Hi! I am Kim from "Quick Profit" (https://www.quick-profit.com/join). Send to ${evm} or
    ${evm.toLowerCase()}, then WhatsApp me: https://wa.me/18765551234 or 876 555-1234. Mail kim@quick-profit.com,
    Telegram @Crypto_Kim, IG: instagram.com/quick.profit. See e.g. report.docx, 24.11.2026, J$1,000,000 at 10.30pm.`;
  expect(indicatorsIn(text)).toEqual([
    { kind: 'domain', scope: '', value: 'quick-profit.com' },
    { kind: 'wallet', scope: 'evm', value: evm },
    { kind: 'phone', scope: '', value: '+18765551234' },
    { kind: 'email', scope: '', value: 'kim@quick-profit.com' },
    { kind: 'handle', scope: 'instagram', value: 'quick.profit' },
    { kind: 'handle', scope: 'telegram', value: 'crypto_kim' },
  ]);
});

test("digits within a site, a wallet or the id of a payment are nobody's telephone", () => {
  const site = 'scam-38664530-19fe-4a8a-b0f1-1c3cbcf945ac.com';
  expect(indicatorsIn(site)).toEqual([{ kind: 'domain', scope: '', value: site }]);
  const payment = '5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be8765551234ee3a';
  expect(indicatorsIn(`I sent it with ${payment}, ask kim8765551234@mail.com.`)).toEqual([
    { kind: 'email', scope: '', value: 'kim8765551234@mail.com' },
  ]);
  expect(indicatorsIn(`${site} (876)555-1234`)).toHaveLength(2);
  expect(indicatorsIn('WhatsApp+447911123456')).toEqual([{ kind: 'phone', scope: '', value: '+447911123456' }]);
});

test('a list gives no more than so many', () => {
  const list = Array.from({ length: 100 }, (_, n) => `https://scam${n}.com`).join('\n');
  expect(indicatorsIn(list)).toHaveLength(mostIndicators);
});

const odd = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.emailAddress(),
  fc.domain(),
  fc.string({ unit: fc.constantFrom(...'ab.@/:-+0189() \u200bКé%？。'), maxLength: 60 }),
);
const readers: Readonly<Record<string, (text: string) => string | null>> = {
  domain: readDomain,
  wallet: (text) => readWallet(text)?.value ?? null,
  phone: readPhone,
  email: readEmail,
  name: readName,
  ...Object.fromEntries(handleServices.map((service) => [service, (text: string) => readHandle(text, service)])),
};

test.each(Object.entries(readers))('%s: what was read is read as itself, whatever was given', (_kind, read) => {
  fc.assert(
    fc.property(odd, (text) => {
      const value = read(text);
      if (value !== null) expect(read(value)).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

test('no text stops the reading, and what comes of it can be kept', () => {
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 8 }), (texts) => {
      for (const { value } of indicatorsIn(texts.join(' '))) {
        expect(value.length).toBeLessThanOrEqual(longestValue);
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
  const text = sign.repeat(Math.ceil(longestText / sign.length)).slice(0, longestText);
  const begin = process.cpuUsage();
  indicatorsIn(text);
  for (const read of Object.values(readers)) read(text);
  // Microseconds of work: what else the machine does is not counted.
  expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
});

test.each(['.', '_', '!', '…'])('a long row of %s costs what as many letters cost', (sign) => {
  const costOf = (text: string) => {
    const begun = cpuTime();
    indicatorsIn(text);
    return cpuTime() - begun;
  };
  const row = (of: string) => `${of.repeat(longestText - 2)}ab`;
  costOf(row('x'));
  expect(costOf(row(sign))).toBeLessThan(20 * costOf(row('x')) + 20_000);
});

test('of a heap of pieces that could be something the first sixty are looked into', () => {
  const behind = (many: number) => indicatorsIn(`${'0x12.34 '.repeat(many)}${evm}`).map(({ value }) => value);
  expect([behind(59), behind(60)]).toEqual([[evm], []]);
  const numbers = (many: number) => indicatorsIn(`${'(000000, '.repeat(many)}876 555 7431`).map(({ value }) => value);
  expect([numbers(59), numbers(60)]).toEqual([['+18765557431'], []]);
});
