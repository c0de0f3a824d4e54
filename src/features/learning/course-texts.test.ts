import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCourse } from './course-files.ts';
import { type Block, type Inline, parseLesson } from './lesson-text.ts';
import { levelOne } from './level-one.ts';

const parse = (markdown: string) => parseLesson(markdown).blocks;
const listFaults = (markdown: string) => parseLesson(markdown).faults.map(({ line, text }) => `${line}: ${text}`);

test('a lesson parses into headings, paragraphs and lists with links', () => {
  const text = `## Job one

Money is a [means of payment](term:means-of-payment), **always**. It rises by [5 percent](fact:inflation),
*they say*: see [our coins](/coins) or [the bank](https://boj.org.jm/).

- one
- two

1. first`;
  expect(parseLesson(text)).toEqual({
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

test('a link alone in a paragraph places a question or a practice', () => {
  expect(parse('[Check](check:flour)\n\n[Practice](practice:wrong-network)')).toEqual([
    { kind: 'check', id: 'flour' },
    { kind: 'practice', id: 'wrong-network' },
  ]);
  expect(listFaults('Before [Check](check:flour)')).toEqual(['1: a link to check:flour']);
});

test('a stored picture needs a separate paragraph and a description', () => {
  const file = '0190a4b2-0000-7000-8000-000000000000';
  expect(parse(`![A wallet](picture:${file})`)).toEqual([{ kind: 'picture', file, alt: 'A wallet' }]);
  for (const text of [`![](picture:${file})`, `x ![A wallet](picture:${file})`, '![A wallet](picture:x)'])
    expect(listFaults(text)).toEqual(['1: a picture']);
  expect(listFaults(`[A wallet](picture:${file})`)).toEqual([`1: a link to picture:${file}`]);
});

test.each([
  ['markup', 'one<br>two', '1: markup (HTML)'],
  ['a script', 'one\n\n<script>alert(1)</script>', '3: markup (HTML)'],
  ['an external picture', '![x](https://evil.example/x.png)', '1: a picture'],
  ['a script in a link', '[x](javascript:alert(1))', '1: a link to javascript:alert(1)'],
  ['data in a link', '[x](data:text/html,x)', '1: a link to data:text/html,x'],
  ['a page without a lock', '[x](http://bank.example)', '1: a link to http://bank.example'],
  ['an address that only looks like ours', '[x](//evil.example)', '1: a link to //evil.example'],
  ['a title of the page', '# Big', '1: a heading of another level than ##'],
  ['code', '`x`', '1: code'],
  ['a quotation', '> so', '1: a quotation'],
  ['lists within lists', '- a\n  - b', '2: a list within a list'],
])('%s is a fault with its line', (_what, text, fault) => expect(listFaults(text)).toEqual([fault]));

function collectLinks(block: Block): { links: string[] } {
  const links: string[] = [];
  const collect = (says: readonly Inline[]): void => {
    for (const one of says) {
      if (typeof one === 'string') continue;
      if ('to' in one) links.push(one.to);
      collect('strong' in one ? one.strong : 'emphasis' in one ? one.emphasis : one.says);
    }
  };
  if ('items' in block) block.items.forEach(collect);
  else if ('says' in block) collect(block.says);
  return { links };
}

test('links lead only to our pages and to https, for any text', () => {
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
      for (const link of parse(pieces.join('')).flatMap((block) => collectLinks(block).links))
        expect(link).toMatch(/^(\/(?!\/)[a-z0-9/#-]*|https:\/\/\S+)$/);
    }),
    { numRuns: 500 },
  );
});

const maxLength = 30_000;
const fill = (piece: string) => piece.repeat(Math.floor(maxLength / piece.length));
const stairs = Array.from({ length: 240 }, (_, at) => `${' '.repeat(at)}- a`).join('\n');
const ticks = Array.from({ length: 240 }, (_, at) => '`'.repeat(at)).join(' ');

test.each(
  [
    ...['1. ', '> - ', '>', '- ', '1) > '].map(fill),
    ...['*a_ ', 'a*', '***a', '[', '![', '[a](', '_a ', '[x][a]', '&', '<a '].map(fill),
    ...['- a\n', '>\n', '\n', '[a]: /b\n', '2. *a_\n', '*a_ *a_\r'].map(fill),
    ...[`${'['.repeat(maxLength / 2)}${']'.repeat(maxLength / 2)}`, stairs, ticks],
    ...[1, 2].map((lines) => fill(`${'*a_ '.repeat(90 / lines)}\n`.repeat(lines) + '\n')),
  ].map((text) => ({ text, begins: text.slice(0, 8) })),
)('any lesson text parses fast: $begins', ({ text }) => {
  const startUsage = process.cpuUsage();
  parseLesson(text);
  const { user, system } = process.cpuUsage(startUsage);
  expect((user + system) / 1_000).toBeLessThan(2_500);
});

test('a too complex text is a fault with its line and is not rendered', () => {
  expect(parseLesson(`Before.\n\n${'1. '.repeat(7)}a`)).toEqual({
    blocks: [],
    faults: [{ line: 3, text: 'lists or quotations nested too deeply' }],
  });
  expect(listFaults(`a\n\n${'*a* '.repeat(151)}`)).toEqual(['3: too many formatting marks in one paragraph']);
  expect(listFaults('- a\n'.repeat(301))).toEqual(['301: more than 300 list items']);
  expect(listFaults('- a\n'.repeat(300))).toEqual([]);
  expect(listFaults('a\n'.repeat(601))).toEqual(['601: more than 600 lines']);
  expect(listFaults(`${'*a* '.repeat(140)}\n\n${'*a* '.repeat(140)}`)).toEqual([]);
});

const unit = { id: 'paying', title: 'Paying', aim: 'Say what paying is.', minutes: 4 };
const outline = {
  ...levelOne,
  sections: [{ id: 'money', title: 'Money', about: 'What it does.', units: [unit] }],
  project: { ...levelOne.project, tasks: ['Write a plan.'] },
};
const question = (id: string) => ({
  id,
  ask: 'Which of these is paying?',
  answers: [
    { text: 'Giving a note for a patty', right: true, because: 'Yes: it changed hands.' },
    { text: 'Writing a price', right: false, because: 'That is counting.' },
  ],
});
const head = '---\ntitle: Paying\naim: Say what paying is.\nminutes: 4\n---\n';
const levels = [
  { points: 0, says: 'Nothing is said.' },
  { points: 100, says: 'All is said.' },
];
const task = { id: 'plan', task: 'Write a plan.', asks: 'One page of it.', evidence: 'text' };
const project = {
  title: 'Final project',
  passPercent: 70,
  tasks: [{ ...task, criteria: [{ id: 'whole', points: 100, levels }] }],
};
const files = {
  'money/paying/text.md': `${head}\n[Money](term:money) loses [5 percent](fact:loss).\n\n[Check](check:which)\n`,
  'money/paying/questions.json': [question('which')],
  'money/quiz.json': {
    asked: 5,
    questions: Array.from({ length: 10 }, (_, n) => ({ ...question(`q${n}`), unit: 'paying' })),
  },
  'money/facts.json': [{ id: 'loss', says: 'It loses five percent.', source: 'The bank', asOf: '2026-05-01' }],
  'money/terms.json': [{ id: 'money', word: 'money', means: 'What everybody takes.' }],
  'project.json': project,
};

function readCourseWith(changed: Partial<Record<keyof typeof files, unknown>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'course-'));
  for (const [name, content] of Object.entries({ ...files, ...changed })) {
    if (content === null) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return readCourse(folder, outline);
}

test('a valid course folder has no faults', () => {
  const { content, faults } = readCourseWith();
  expect(faults).toEqual([]);
  expect(content.lessons.map((lesson) => [lesson.section, lesson.unit, lesson.checks.length])).toEqual([
    ['money', 'paying', 1],
  ]);
  expect(content.quizzes.get('money')?.questions).toHaveLength(10);
});

const text = files['money/paying/text.md'];
test.each<[string, Parameters<typeof readCourseWith>[0], string[]]>([
  [
    'a missing lesson',
    { 'money/paying/text.md': null },
    ['money/paying: there is no text.md', 'fact loss is never used', 'term money is never used'],
  ],
  [
    'a title that differs from the outline',
    { 'money/paying/text.md': text.replace('title: Paying', 'title: To pay') },
    ["money/paying: its title is 'To pay', but the outline says 'Paying'"],
  ],
  ['markup', { 'money/paying/text.md': `${text}\none<br>two\n` }, ['money/paying: line 11: markup (HTML)']],
  [
    'an unknown question',
    { 'money/paying/text.md': `${text}\n[Check](check:other)\n` },
    ['money/paying: there is no question other'],
  ],
  [
    'an unused question',
    { 'money/paying/questions.json': [question('which'), question('other')] },
    ['money/paying: question other must appear once in the text'],
  ],
  ['an unexplained term', { 'money/terms.json': [] }, ['money/paying: there is no term money']],
  ['a figure without its source', { 'money/facts.json': [] }, ['money/paying: there is no fact loss']],
  [
    'fewer questions than twice those asked',
    { 'money/quiz.json': { ...files['money/quiz.json'], asked: 6 } },
    ['money/quiz.json: : Add at least twice as many questions as each attempt has'],
  ],
  [
    'a question without a right answer',
    {
      'money/paying/questions.json': [
        {
          ...question('which'),
          answers: question('which').answers.slice(1).concat(question('which').answers.slice(1)),
        },
      ],
    },
    [
      'money/paying: 0.answers: Add at least one right and one wrong answer',
      'money/paying: there is no question which',
    ],
  ],
  [
    'project tasks that differ from the outline',
    { 'project.json': { ...project, tasks: [{ ...project.tasks[0], task: 'Write two plans.' }] } },
    ["project.json: part 1 is called 'Write a plan.' in the outline"],
  ],
  [
    'a pass mark that differs from the outline',
    { 'project.json': { ...project, passPercent: 90 } },
    ['project.json: its pass mark is 90, but the outline says 70'],
  ],
  [
    'two criteria of one name',
    {
      'project.json': {
        ...project,
        tasks: [
          {
            ...task,
            criteria: [50, 50].map((points) => ({
              id: 'same',
              points,
              levels: [levels[0], { points, says: 'All is said.' }],
            })),
          },
        ],
      },
    },
    ['project.json: two parts have the same name'],
  ],
  [
    'an unknown exercise',
    { 'money/paying/text.md': `${text}\n[Practice](practice:price-ordre)\n` },
    ['money/paying: there is no exercise price-ordre'],
  ],
])('%s is reported with its place', (_what, changed, expected) =>
  expect(readCourseWith(changed).faults).toEqual(expected),
);
