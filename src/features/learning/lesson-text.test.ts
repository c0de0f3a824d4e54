import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, type Inline, readLesson } from './lesson-text.ts';

const read = (markdown: string) => readLesson(markdown).blocks;
const faultsOf = (markdown: string) => readLesson(markdown).faults.map(({ line, text }) => `${line}: ${text}`);

test('a lesson is headings, paragraphs and lists, with words that lead somewhere', () => {
  const text = `## Job one

Money is a [means of payment](term:means-of-payment), **always**. It rises by [5 percent](fact:inflation),
*they say*: see [our coins](/coins) or [the bank](https://boj.org.jm/).

- one
- two

1. first`;
  expect(readLesson(text)).toEqual({
    faults: [],
    blocks: [
      { kind: 'heading', says: ['Job one'] },
      {
        kind: 'paragraph',
        says: [
          'Money is a ',
          { term: 'means-of-payment', says: ['means of payment'] },
          ', ',
          { strong: ['always'] },
          '. It rises by ',
          { fact: 'inflation', says: ['5 percent'] },
          ', ',
          { emphasis: ['they say'] },
          ': see ',
          { to: '/coins', says: ['our coins'] },
          ' or ',
          { to: 'https://boj.org.jm/', says: ['the bank'] },
          '.',
        ],
      },
      { kind: 'list', ordered: false, items: [['one'], ['two']] },
      { kind: 'list', ordered: true, items: [['first']] },
    ],
  });
});

test('a line of its own places a question or a practice', () => {
  expect(read('[Check](check:flour)\n\n[Practice](practice:wrong-network)')).toEqual([
    { kind: 'check', id: 'flour' },
    { kind: 'practice', id: 'wrong-network' },
  ]);
  expect(faultsOf('Before [Check](check:flour)')).toEqual(['1: a link to check:flour']);
});

test('a picture of ours stands on a line of its own, and says what it shows', () => {
  const file = '0190a4b2-0000-7000-8000-000000000000';
  expect(read(`![A wallet](picture:${file})`)).toEqual([{ kind: 'picture', file, alt: 'A wallet' }]);
  for (const text of [`![](picture:${file})`, `x ![A wallet](picture:${file})`, '![A wallet](picture:x)'])
    expect(faultsOf(text)).toEqual(['1: a picture']);
  expect(faultsOf(`[A wallet](picture:${file})`)).toEqual([`1: a link to picture:${file}`]);
});

test.each([
  ['markup', 'one<br>two', '1: markup (HTML)'],
  ['a script', 'one\n\n<script>alert(1)</script>', '3: markup (HTML)'],
  ['a picture of somebody else', '![x](https://evil.example/x.png)', '1: a picture'],
  ['an act in a link', '[x](javascript:alert(1))', '1: a link to javascript:alert(1)'],
  ['data in a link', '[x](data:text/html,x)', '1: a link to data:text/html,x'],
  ['a page without a lock', '[x](http://bank.example)', '1: a link to http://bank.example'],
  ['an address that only looks like ours', '[x](//evil.example)', '1: a link to //evil.example'],
  ['a title of the page', '# Big', '1: a heading of another level than ##'],
  ['program text', '`x`', '1: program text'],
  ['a quotation', '> so', '1: a quotation'],
  ['lists within lists', '- a\n  - b', '2: a list within a list'],
])('%s is a fault that says where', (_what, text, fault) => expect(faultsOf(text)).toEqual([fault]));

/** All texts of a piece, and every address. */
function piecesOf(block: Block): { links: string[] } {
  const links: string[] = [];
  const go = (says: readonly Inline[]): void => {
    for (const one of says) {
      if (typeof one === 'string') continue;
      if ('to' in one) links.push(one.to);
      go('strong' in one ? one.strong : 'emphasis' in one ? one.emphasis : one.says);
    }
  };
  if ('items' in block) block.items.forEach(go);
  else if ('says' in block) go(block.says);
  return { links };
}

test('whatever somebody writes, no link leads anywhere but to our pages and to https', () => {
  const piece = fc.constantFrom(
    '[x](',
    ')',
    'javascript:',
    'data:',
    '<a href="',
    '">',
    '//',
    'https://',
    '/coins',
    '\\',
    '&#106;',
    ':',
    '\t',
    'term:',
    '![',
    '](',
    'x',
    '\n',
    '`',
    '<',
    '>',
    '"',
    '%0a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      for (const link of read(pieces.join('')).flatMap((block) => piecesOf(block).links))
        expect(link).toMatch(/^(\/(?!\/)[a-z0-9/#-]*|https:\/\/\S+)$/);
    }),
    { numRuns: 500 },
  );
});

const most = 30_000;
const filled = (piece: string) => piece.repeat(Math.floor(most / piece.length));
const stairs = Array.from({ length: 240 }, (_, at) => `${' '.repeat(at)}- a`).join('\n');
const ticks = Array.from({ length: 240 }, (_, at) => '`'.repeat(at)).join(' ');

/** Each of these kept the server from everything else for seconds, the first for minutes. */
test.each(
  [
    ...['1. ', '> - ', '>', '- ', '1) > '].map(filled),
    ...['*a_ ', 'a*', '***a', '[', '![', '[a](', '_a ', '[x][a]', '&', '<a '].map(filled),
    ...['- a\n', '>\n', '\n', '[a]: /b\n', '2. *a_\n', '*a_ *a_\r'].map(filled),
    ...[`${'['.repeat(most / 2)}${']'.repeat(most / 2)}`, stairs, ticks],
    ...[1, 2].map((lines) => filled(`${'*a_ '.repeat(90 / lines)}\n`.repeat(lines) + '\n')),
  ].map((text) => ({ text, begins: text.slice(0, 8) })),
)('no text of a lesson takes long to be read: $begins', ({ text }) => {
  const begun = process.cpuUsage();
  readLesson(text);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000).toBeLessThan(2_500);
});

test('what is too tangled to be read is a fault with its line, and nothing of it is drawn', () => {
  expect(readLesson(`Before.\n\n${'1. '.repeat(7)}a`)).toEqual({
    blocks: [],
    faults: [{ line: 3, text: 'lists or quotations too deep in one another' }],
  });
  expect(faultsOf(`a\n\n${'*a* '.repeat(151)}`)).toEqual(['3: too many marks in one paragraph']);
  expect(faultsOf('- a\n'.repeat(301))).toEqual(['301: more than 300 items of lists']);
  expect(faultsOf('- a\n'.repeat(300))).toEqual([]);
  expect(faultsOf('a\n'.repeat(601))).toEqual(['601: more than 600 lines']);
  expect(faultsOf(`${'*a* '.repeat(140)}\n\n${'*a* '.repeat(140)}`)).toEqual([]);
});
