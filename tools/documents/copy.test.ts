import { expect, test } from 'vitest';
import { notices, reasons, refusals } from './catalogue.ts';
import { countLongestSentence, findBannedPhrase, getReadingAge } from './copy.ts';

const texts = [
  ...Object.values(refusals).flatMap(({ title, text }) => [title, text]),
  ...notices.flatMap(({ head, texts: shown }) => [head, ...shown]),
  ...reasons.flatMap(({ customer, staff }) => [customer, staff]),
].filter((text) => typeof text === 'string' && text !== '') as string[];

const maxWords = 20;
const maxReadingAge = 9;

test('no catalogued text contains a banned phrase', () => {
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => findBannedPhrase(text) !== null)).toEqual([]);
});

test('no catalogued sentence has more than 20 words', () =>
  expect(texts.filter((text) => countLongestSentence(text) > maxWords)).toEqual([]));

test('a nine-year-old can read the catalogue', () => expect(getReadingAge(texts)).toBeLessThanOrEqual(maxReadingAge));

test('a banned phrase, a long sentence and a hard text are found', () => {
  expect(findBannedPhrase('Nobody stands here.')).toBe('nobody');
  expect(findBannedPhrase('Your order expires today.')).toBeNull();
  expect(countLongestSentence(`${'word '.repeat(21)}. Two words.`)).toBe(21);
  expect(getReadingAge(['Notwithstanding considerable administrative responsibilities.'])).toBeGreaterThan(15);
});
