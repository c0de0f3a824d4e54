import { describe, expect, test } from 'vitest';
import { demoSettings } from '../../settings/demo-settings.ts';
import { settingShapes } from '../../settings/schema.ts';
import { type OfficialContact, toOfficialContact } from './brand-match.ts';
import { classifyLikeness, listOfficialContacts } from './classify.ts';
import { checkContact, checkMessage } from './contact-check.ts';

const known: readonly OfficialContact[] = [
  { kind: 'site', name: 'Website', value: 'cryptocommerce.example' },
  { kind: 'site', name: 'Community', value: 'https://community.cryptocommerce.example' },
  { kind: 'email', name: 'Email', value: 'support@cryptocommerce.example' },
  { kind: 'phone', name: 'Phone', value: '+1 876 555 0100' },
  { kind: 'token', name: 'Mahoni', value: 'MahoniDemo111111111111111111111111111111111' },
];
const verdict = (text: string) => checkContact(text, known).is;

test.each([
  'support@cryptocommerce.example',
  ' <Support@CryptoCommerce.example>. ',
  'mailto:support@cryptocommerce.example',
  '+1 876 555 0100',
  '876-555-0100',
  '(876) 555 0100',
  'cryptocommerce.example',
  'https://cryptocommerce.example/faq#fee',
  'https://community.cryptocommerce.example/join',
  'MahoniDemo111111111111111111111111111111111',
])('%s is found to be ours', (text) => {
  expect(verdict(text)).toBe('ours');
});

test.each([
  'support@cryptocommerce.help',
  'cryptocommerce.support@mail.cryptocommerce.example',
  'https://cryptocommerce.example@evil.test/login',
  'https://cryptocommerce.example.evil.test',
  'https://crypt0commerce.example',
  'cryptocornmerce.com',
  'cryptocomerce.example',
  'cryptocommerce.help@gmail.test',
  'https://xn--cryptocmmerce-rjg.example',
  'MahoniDemo111111111111111111111111111111112',
])('%s only looks like ours', (text) => {
  expect(verdict(text)).toBe('alike');
});

test.each(['help@gmail.test', '+1 876 555 0199', '1 (658) 555-0100', 'https://wallet-help.test/claim', 't.me/helper'])(
  '%s is foreign',
  (text) => {
    expect(verdict(text)).toBe('foreign');
  },
);

test('accounts and wallets are never confirmed, because ours are shown only in orders', () => {
  expect(verdict('0000 1111 222')).toBe('account');
  expect(verdict('0x00000000000000000000000000000000DeaDBeef')).toBe('account');
  expect(verdict('bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l')).toBe('account');
  expect(verdict('ltc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkqshsxl0')).toBe('account');
});

test('a look-alike of our email domain is detected when the site has another name', () => {
  const local = [{ kind: 'site', name: 'Website', value: 'localhost:3000' } as const, ...known.slice(1)];
  expect(checkContact('http://localhost:3000/faq', local).is).toBe('ours');
  expect(checkContact('https://crypt0commerce.example/login', local).is).toBe('alike');
  expect(checkContact('https://community-kitchen.test', local).is).toBe('foreign');
});

test('a seed phrase is detected despite surrounding text', () => {
  expect(verdict(' abandon ability able about above absent\nabsorb abstract absurd abuse access accident ')).toBe(
    'secret',
  );
});

test.each(['', 'hello', 'please call me', '12', '@helper'])('"%s" is unclear', (text) => {
  expect(verdict(text)).toBe('unclear');
});

test('our WhatsApp number is ours as a number and as a link, other numbers are not', () => {
  const withWhatsapp = [...known, { kind: 'phone', name: 'WhatsApp', value: '+1 876 555 0177' } as const];
  const ownContact = { is: 'ours', name: 'WhatsApp', kind: 'phone' };
  for (const text of ['876 555 0177', 'https://wa.me/18765550177', 'wa.me/18765550177?text=Hi'])
    expect(checkContact(text, withWhatsapp)).toEqual(ownContact);
  for (const text of ['https://wa.me/18765550178', 'https://wa.me@evil.example/18765550177'])
    expect(checkContact(text, withWhatsapp).is).not.toBe('ours');
  const company = { ...demoSettings.company, whatsapp: '+1 876 555 0177' };
  expect(listOfficialContacts({ ...demoSettings, company }, 'https://cryptocommerce.example')).toContainEqual({
    kind: 'phone',
    name: 'WhatsApp',
    value: '+1 876 555 0177',
  });
});

describe('our page on a shared site', () => {
  const page = (name: string, value: string) => toOfficialContact(name, value);
  const pages = [
    ...known.filter(({ name }) => name !== 'Community'),
    page('Community', 'https://t.me/cryptocommerce_ja'),
    page('Instagram', 'https://www.instagram.com/cryptocommerce.ja/'),
    page('Facebook', 'https://facebook.com/profile.php?id=1001'),
  ];

  test.each([
    ['https://t.me/cryptocommerce_ja', 'Community'],
    ['t.me/Cryptocommerce_JA', 'Community'],
    ['https://instagram.com/cryptocommerce.ja?igsh=abc', 'Instagram'],
    ['https://m.facebook.com/profile.php?id=1001', 'Facebook'],
  ])('%s is ours', (text, name) => {
    expect(checkContact(text, pages)).toEqual({ is: 'ours', name, kind: 'page' });
  });

  test.each([
    ['https://t.me/joinchat/AAAA', 'foreign'],
    ['https://t.me/cryptocommerce_ja_support', 'alike'],
    ['https://www.instagram.com/crypt0commerce.ja', 'alike'],
    ['https://facebook.com/profile.php?id=1002', 'foreign'],
    ['http://t.me/cryptocommerce_ja', 'foreign'],
    ['https://t.me', 'foreign'],
    ['https://t.me@evil.example/cryptocommerce_ja', 'alike'],
  ])('%s is not: %s', (text, is) => {
    expect(checkContact(text, pages)).toEqual({ is });
  });

  test.each([
    'https://discord.gg',
    'https://www.facebook.com/',
    'https://t.me/?ref=us',
    'https://t.me/#cryptocommerce',
    'https://t.me.',
    'https://m.me',
    'https://chat.whatsapp.com',
    'https://docs.google.com/',
    'https://web.telegram.org',
  ])('%s as a whole is not ours despite the settings', (site) => {
    const own = [...known.filter(({ name }) => name !== 'Community'), page('Community', site)];
    expect(checkContact(new URL('/scam', site).href, own).is).not.toBe('ours');
    expect(checkContact(new URL(site).origin, own).is).not.toBe('ours');
  });

  test('a channel named by a # is ours without its neighbours', () => {
    const own = [...known, page('Channel', 'https://chat.example/#/channel/cryptocommerce')];
    expect(checkContact('https://chat.example/#/channel/cryptocommerce', own)).toMatchObject({
      is: 'ours',
      name: 'Channel',
    });
    expect(checkContact('https://chat.example/#/channel/scam', own).is).toBe('foreign');
    expect(checkContact('https://rooms.example/', own).is).toBe('foreign');
  });

  test('a site that is wholly ours is matched by host', () => {
    expect(toOfficialContact('Community', 'https://community.cryptocommerce.example')).toMatchObject({ kind: 'site' });
    expect(checkContact('https://community.cryptocommerce.example/a/b', known)).toMatchObject({ is: 'ours' });
  });

  test('a page of ours makes nothing else foreign on a site that is wholly ours', () => {
    const own = [...known, page('Community', 'https://cryptocommerce.example/community')];
    const site = own.find(({ name }) => name === 'Website');
    expect(checkContact(`https://${site?.value}/sign-in`, own)).toMatchObject({ is: 'ours', name: 'Website' });
  });
});

test('our group on a shared site is ours without its neighbours', () => {
  const own = [...known, toOfficialContact('Group', 'https://chat.whatsapp.com/Cryptocommerce1')];
  expect(checkContact('https://chat.whatsapp.com/Cryptocommerce1', own)).toMatchObject({ is: 'ours', name: 'Group' });
  expect(checkContact('https://chat.whatsapp.com/Other', own).is).not.toBe('ours');
});

const contacts: readonly OfficialContact[] = [
  { kind: 'site', name: 'Website', value: 'cryptocommerce.example' },
  { kind: 'email', name: 'Email', value: 'support@cryptocommerce.example' },
  { kind: 'phone', name: 'Phone', value: '+1 876 555 0100' },
];
const found = (text: string) => checkMessage(text, contacts).map(({ text: piece, verdict }) => [piece, verdict.is]);

test('every number, link, address, wallet and account of a message is checked in order', () => {
  const message = `[25/11/2026, 10:14] Crypto Commerce Support: Hi dear! Your withdrawal of J$25,000.00 is on hold.
Call (876) 555-0199 or +1 876 555 0100 today, or write to help@cryptocommerce-support.test.
Open https://cryptocommerce.example@evil.test/login, not cryptocommerce.example.
Pay 2026-11-25 to NCB 0000 1111 222 or bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l.
Telegram @cryptocommerce_help, WhatsApp https://wa.me/18765550199`;
  expect(found(message)).toEqual([
    ['(876) 555-0199', 'foreign'],
    ['+1 876 555 0100', 'ours'],
    ['help@cryptocommerce-support.test', 'alike'],
    ['https://cryptocommerce.example@evil.test/login', 'alike'],
    ['cryptocommerce.example', 'ours'],
    ['0000 1111 222', 'account'],
    ['bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l', 'account'],
    ['@cryptocommerce_help', 'alike'],
    ['https://wa.me/18765550199', 'foreign'],
  ]);
});

test('a long look-alike handle is a fake, not a wallet', () =>
  expect(found('Write to @cryptocommerceofficialsupport now')).toEqual([['@cryptocommerceofficialsupport', 'alike']]));

test('a comma after a number does not cut off its digits', () => {
  expect(found('Call us on +1 876 555 0100, we help. Not 876 555 0199, it asks for 25,000 dollars')).toEqual([
    ['+1 876 555 0100', 'ours'],
    ['876 555 0199', 'foreign'],
  ]);
});

test('a single contact is checked as before', () => {
  expect(found(' <Support@CryptoCommerce.example>. ')).toEqual([['<Support@CryptoCommerce.example>.', 'ours']]);
  expect(found('0000 1111 222')).toEqual([['0000 1111 222', 'account']]);
});

test('a chat link to our number is ours, and an unknown account name is foreign', () => {
  expect(found('Write: wa.me/18765550100 or ask @helper')).toEqual([
    ['wa.me/18765550100', 'ours'],
    ['@helper', 'foreign'],
  ]);
});

test('a seed phrase among other lines is detected and not repeated', () => {
  const seedPhrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  expect(found(`My words, please check them:\n${seedPhrase}\nThanks`)).toEqual([['', 'secret']]);
});

test('a message without contacts yields nothing', () => {
  expect(found('hello, I paid J$250000.00 on 2026-11-25 at 10:14 and wait since Monday.Please help')).toEqual([]);
});

test('a long text is checked quickly', () => {
  expect(found('1-'.repeat(50_000)).length).toBeLessThan(2);
  expect(found('a.'.repeat(50_000)).length).toBeLessThan(2);
  expect(found('a.'.repeat(50_000)).length).toBeLessThan(2);
});

test.each(['876-555-7431', '0x52908400098527886E0F7030069857D2E4169EE7', '@quick_profit', 'quick-profit.com'])(
  '%s with an invisible character within is found in a message',
  (text) => {
    const hidden = `Write to ${text.slice(0, 5)}\u200b${text.slice(5)} today`;
    expect(checkMessage(hidden, contacts)).toEqual(checkMessage(`Write to ${text} today`, contacts));
    expect(checkMessage(hidden, contacts)).toHaveLength(1);
  },
);

describe('our own pages', () => {
  const companyWith = (instagram: string | null) => ({
    ...demoSettings.company,
    social: { ...demoSettings.company.social, instagram },
  });

  test('our page on a shared site is recognised, and the whole site is not ours', () => {
    for (const site of ['https://www.instagram.com', 'https://www.instagram.com/', 'https://www.instagram.com/?hl=en'])
      expect(settingShapes.company.safeParse(companyWith(site)).error?.issues).toMatchObject([
        { message: 'Enter the address of our page, not of the whole site' },
      ]);
    const company = settingShapes.company.parse(companyWith('https://www.instagram.com/cryptocommerce'));
    const known = listOfficialContacts({ ...demoSettings, company }, 'https://cryptocommerce.example');
    expect(known.find(({ name }) => name === 'Instagram')).toMatchObject({ kind: 'page' });
    const classify = (value: string) => classifyLikeness({ kind: 'handle', scope: 'instagram', value }, known);
    expect(['cryptocommerce', 'cryptocommerce.help', 'kim'].map(classify)).toEqual(['ours', 'alike', null]);
    expect(settingShapes.company.safeParse(companyWith(null)).success).toBe(true);
  });
});
