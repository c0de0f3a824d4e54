import { expect, test } from 'vitest';
import type { Known } from './alike.ts';
import { checkMessage } from './message-check.ts';

const known: readonly Known[] = [
  { kind: 'site', name: 'Website', value: 'cryptocommerce.example' },
  { kind: 'email', name: 'Email', value: 'support@cryptocommerce.example' },
  { kind: 'phone', name: 'Phone', value: '+1 876 555 0100' },
];
const found = (text: string) => checkMessage(text, known).map(({ text: piece, verdict }) => [piece, verdict.is]);

test('of a whole message every number, link, address, wallet and account is judged, in its order', () => {
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

test('one thing alone is judged as before', () => {
  expect(found(' <Support@CryptoCommerce.example>. ')).toEqual([['<Support@CryptoCommerce.example>.', 'ours']]);
  expect(found('0000 1111 222')).toEqual([['0000 1111 222', 'account']]);
});

test('our own number as a link to write to is ours; the name of an account of nobody is foreign', () => {
  expect(found('Write: wa.me/18765550100 or ask @helper')).toEqual([
    ['wa.me/18765550100', 'ours'],
    ['@helper', 'foreign'],
  ]);
});

test('the words of a wallet among others are met with a warning, and are not shown again', () => {
  const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  expect(found(`My words, please check them:\n${words}\nThanks`)).toEqual([['', 'secret']]);
});

test('a message in which nothing can be judged is said to be that', () => {
  expect(found('hello, I paid J$250000.00 on 2026-11-25 at 10:14 and wait since Monday.Please help')).toEqual([]);
});

test('a long text is read in no time that anybody notices', () => {
  expect(found('1-'.repeat(50_000)).length).toBeLessThan(2);
  expect(found('a.'.repeat(50_000)).length).toBeLessThan(2);
  expect(found('a.'.repeat(50_000)).length).toBeLessThan(2);
});
