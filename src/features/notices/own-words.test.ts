import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dress, type Letter } from '../../platform/mail.ts';
import { faultOf, inOwnWords, neededIn, paragraphsOf, placesOf } from './own-words.ts';

const house = {
  subject: 'We have your {what}: order {reference}',
  paragraphs: ['Your {what} reached us.', '{reason}'],
} as const;
const own = (subject: string, text: string) => ({ subject, paragraphs: paragraphsOf(text) });
const fault = (subject: string, text: string) => faultOf(own(subject, text), house)?.what;
const filling = { what: 'payment', reference: 'CC-1', reason: 'The name is another.' };
const letter: Omit<Letter, 'subject' | 'paragraphs'> = {
  greeting: 'Hello Keisha,',
  button: 'See it',
  url: 'https://ours.test/orders/1',
  closing: 'We never ask.',
};

test('the house’s own words pass, and so do others that keep what the reader must know', () => {
  expect(faultOf(house, house)).toBeNull();
  expect(fault('It is here: {reference}', 'Good day.\n\n{reason}')).toBeUndefined();
  expect(neededIn(house)).toEqual(['reference', 'reason']);
});

test.each([
  ['a place that the letter has not', 'It is here: {reference}', '{reason} {amount}', 'no place {amount}'],
  ['words without the reference', 'It is here', '{reason}', 'missing: {reference}'],
  ['words without the reason', 'It is here: {reference}', 'Good day.', 'missing: {reason}'],
  ['a sentence in the subject', 'Here: {reference} {reason}', 'Good day.', 'whole sentence'],
  ['a subject of two lines', 'Here: {reference}\r\nBcc: all@else.test', '{reason}', 'one line'],
  ['markup', 'Here: {reference}', '{reason} <b>now</b>', '< and >'],
  ['a link', 'Here: {reference}', '{reason} See https://else.test', 'Links and addresses'],
  ['a host', 'Here: {reference}', '{reason} See else.test for more', 'Links and addresses'],
  ['a host in signs of another script', 'Here: {reference}', '{reason} See else。com', 'Links and addresses'],
  ['a mail address', 'Here: {reference}', '{reason} me@else', 'Links and addresses'],
  ['a brace that is no place', 'Here: {reference}', '{reason} {', 'brace'],
  ['signs that turn what stands beside them', 'Here: {reference}', '{reason} \u202e', 'cannot be seen'],
  ['a place again and again', 'Here: {reference}', '{reason} '.repeat(9), 'too often'],
  ['no text', 'Here: {reference}', ' \n ', 'needs a text'],
  ['no subject', ' ', '{reference} {reason}', 'needs a subject'],
  ['a text without end', 'Here: {reference}', `{reason} ${'long '.repeat(1000)}`, 'At most'],
])('%s is refused', (_, subject, text, what) => expect(fault(subject, text)).toContain(what));

test('a line that comes to nothing is left out', () =>
  expect(
    inOwnWords({ key: 'k', house, filling: { ...filling, reason: '' } }, own('Here: {reference}', 'Yes.\n\n{reason}')),
  ).toEqual({ subject: 'Here: CC-1', paragraphs: ['Yes.'] }));

test('words that an older release wrote give way once the letter must say more', () => {
  const newer = { ...house, paragraphs: [...house.paragraphs, 'It takes {until}.'] };
  const words = own('Here: {reference}', '{reason}');
  expect(inOwnWords({ key: 'k', house, filling }, words)).not.toBeNull();
  expect(inOwnWords({ key: 'k', house: newer, filling: { ...filling, until: 'a day' } }, words)).toBeNull();
});

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('{what}', '{reference}', '{reason}', '{name}', '{', '}', '\r\n', '\n\n', '<b>', ' and ', 'Here: '),
);
const words = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const anyFilling = fc.record({ what: words, reference: words, reason: words });

test('whatever somebody types and whatever fills it, a letter is dressed, and its subject is one line', () =>
  fc.assert(
    fc.property(words, words, anyFilling, (subject, text, filling) => {
      const said = inOwnWords({ key: 'k', house, filling }, own(subject, text)) ?? house;
      const mail = dress('keisha@demo.test', { ...letter, ...said });
      expect(mail.subject).not.toMatch(/[\r\n\0]/);
      expect(mail.links).toEqual([letter.url]);
      expect(mail.html.match(/<(?!!doctype|\/?(?:html|head|meta|title|body|table|tr|td|p|a)\b)/g)).toBeNull();
    }),
    { numRuns: 500 },
  ));

const plain = fc.stringMatching(/^[A-Za-z ]{0,30}$/);
const accepted = fc
  .record({ before: plain, between: plain, after: plain, inSubject: fc.boolean() })
  .map(({ before, between, after, inSubject }) =>
    inSubject
      ? own(`Here ${before}{reference}${after}`, `${between} {reason}`)
      : own(`Here ${before}`, `${after}{reason}${between}\n\n{reference}`),
  );

test('words that are taken never lose what their reader must know', () =>
  fc.assert(
    fc.property(accepted, fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/), (wording, value) => {
      expect(faultOf(wording, house)).toBeNull();
      const filling = { what: 'w', reference: `R${value}`, reason: `Because ${value}` };
      const said = inOwnWords({ key: 'k', house, filling }, wording);
      const { text, html } = dress('keisha@demo.test', { ...letter, ...(said ?? house) });
      const whole = `${said?.subject}\n${text}`;
      for (const place of neededIn(house)) {
        expect(whole).toContain(filling[place as keyof typeof filling]);
        expect(html).toContain(filling[place as keyof typeof filling]);
      }
    }),
    { numRuns: 300 },
  ));

test('the places of words are those that stand in them, each once', () =>
  expect(placesOf(house)).toEqual(['what', 'reference', 'reason']));
