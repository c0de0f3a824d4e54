import { expect, test } from 'vitest';
import type { OfficialContact } from './brand-match.ts';
import { checkMessage } from './message-check.ts';

const known: readonly OfficialContact[] = [
  { kind: 'site', name: 'Website', value: 'cryptocommerce.example' },
  { kind: 'email', name: 'Email', value: 'support@cryptocommerce.example' },
  { kind: 'phone', name: 'Phone', value: '+1 876 555 0100' },
];
const found = (text: string) => checkMessage(text, known).map(({ text: piece, verdict }) => [piece, verdict.is]);

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
  const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  expect(found(`My words, please check them:\n${words}\nThanks`)).toEqual([['', 'secret']]);
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
    expect(checkMessage(hidden, known)).toEqual(checkMessage(`Write to ${text} today`, known));
    expect(checkMessage(hidden, known)).toHaveLength(1);
  },
);
