import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderEmail } from '../../../kernel/email.ts';
import { findNewsFault, parseParagraphs } from './news-rules.ts';

const findFault = (subject: string, text: string) =>
  findNewsFault({ subject, paragraphs: parseParagraphs(text) })?.what;
const frame = {
  greeting: 'Hello Keisha,',
  button: 'See it',
  url: 'https://ours.test/courses',
  closing: 'We never ask.',
};

test('plain copy can be sent', () =>
  expect(findFault('A new course', 'It is about wallets.\n\nIt takes an hour.')).toBeUndefined());

test.each([
  ['a subject of two lines', 'Here\r\nBcc: all@else.test', 'Good day.', 'one line'],
  ['markup', 'Here', 'Buy <b>now</b>', '< and >'],
  ['a link', 'Here', 'See https://else.test', 'Links and addresses'],
  ['a link in the subject', 'See www.else.test', 'Good day.', 'Links and addresses'],
  ['a host', 'Here', 'See else.test for more', 'Links and addresses'],
  ['a host with full stops of another script', 'Here', 'See else。com', 'Links and addresses'],
  ['a mail address', 'Here', 'me@else', 'Links and addresses'],
  ['a parameter', 'Here', 'Hello {name}', 'Braces'],
  ['a single brace', 'Here', 'Hello {', 'Braces'],
  ['characters that reverse the text', 'Here', 'Good day \u202e', 'hidden characters'],
  ['a missing text', 'Here', ' \n ', 'Add a text'],
  ['a missing subject', ' ', 'Good day.', 'Add a subject'],
  ['a text above the limit', 'Here', 'long '.repeat(1000), '4000 characters'],
])('%s is rejected', (_, subject, text, what) => expect(findFault(subject, text)).toContain(what));

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('{name}', '{', '}', '\r\n', '\n\n', '<b>', ' and ', 'Here: '),
);
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test('any subject and text render as a one-line subject, our link and no foreign markup', () =>
  fc.assert(
    fc.property(anyText, anyText, (subject, text) => {
      const mail = renderEmail('keisha@demo.test', { ...frame, subject, paragraphs: parseParagraphs(text) });
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.links).toEqual([frame.url]);
      expect(mail.html.match(/<(?!!doctype|\/?(?:html|head|meta|title|body|table|tr|td|p|a)\b)/g)).toBeNull();
    }),
    { numRuns: 500 },
  ));
