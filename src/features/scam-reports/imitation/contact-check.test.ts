import { describe, expect, test } from 'vitest';
import { type Known, knownByAddress } from './alike.ts';
import { checkContact } from './contact-check.ts';

const known: readonly Known[] = [
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

test('accounts and wallets are never confirmed here: ours stand in orders alone', () => {
  expect(verdict('0000 1111 222')).toBe('account');
  expect(verdict('0x00000000000000000000000000000000DeaDBeef')).toBe('account');
  expect(verdict('bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l')).toBe('account');
});

test('a look-alike is known by our addresses too, where the site runs under another name', () => {
  const local = [{ kind: 'site', name: 'Website', value: 'localhost:3000' } as const, ...known.slice(1)];
  expect(checkContact('http://localhost:3000/faq', local).is).toBe('ours');
  expect(checkContact('https://crypt0commerce.example/login', local).is).toBe('alike');
  expect(checkContact('https://community-kitchen.test', local).is).toBe('foreign');
});

test('a seed phrase is met with a warning, whatever is around it', () => {
  expect(verdict(' abandon ability able about above absent\nabsorb abstract absurd abuse access accident ')).toBe(
    'secret',
  );
});

test.each(['', 'hello', 'please call me', '12', '@helper'])('"%s" is not guessed at', (text) => {
  expect(verdict(text)).toBe('unclear');
});

describe('a page of ours on a site where everybody may have one', () => {
  const page = (name: string, value: string) => knownByAddress(name, value);
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
  ])('the whole of %s is not ours, whatever the settings say of it', (site) => {
    const own = [...known.filter(({ name }) => name !== 'Community'), page('Community', site)];
    expect(checkContact(new URL('/scam', site).href, own).is).not.toBe('ours');
    expect(checkContact(new URL(site).origin, own).is).not.toBe('ours');
  });

  test('a room that is named behind a # is ours alone, and not its neighbours', () => {
    const own = [...known, page('Room', 'https://rooms.example/#/room/cryptocommerce')];
    expect(checkContact('https://rooms.example/#/room/cryptocommerce', own)).toMatchObject({
      is: 'ours',
      name: 'Room',
    });
    expect(checkContact('https://rooms.example/#/room/scam', own).is).toBe('foreign');
    expect(checkContact('https://rooms.example/', own).is).toBe('foreign');
  });

  test('a site that is wholly ours is known by its host, as before', () => {
    expect(knownByAddress('Community', 'https://community.cryptocommerce.example')).toMatchObject({ kind: 'site' });
    expect(checkContact('https://community.cryptocommerce.example/a/b', known)).toMatchObject({ is: 'ours' });
  });

  test('on a site that is wholly ours it makes nothing else foreign', () => {
    const own = [...known, page('Community', 'https://cryptocommerce.example/community')];
    const site = own.find(({ name }) => name === 'Website');
    expect(checkContact(`https://${site?.value}/sign-in`, own)).toMatchObject({ is: 'ours', name: 'Website' });
  });
});

test('a group of ours below a place of everybody is ours alone, and not its neighbours', () => {
  const own = [...known, knownByAddress('Group', 'https://chat.whatsapp.com/Cryptocommerce1')];
  expect(checkContact('https://chat.whatsapp.com/Cryptocommerce1', own)).toMatchObject({ is: 'ours', name: 'Group' });
  expect(checkContact('https://chat.whatsapp.com/Other', own).is).not.toBe('ours');
});
