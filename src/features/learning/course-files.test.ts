import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCourse } from './course-files.ts';
import { levelOne } from './level-one.ts';

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
  [
    'points that make no hundred',
    { 'project.json': { ...project, tasks: [...project.tasks, ...project.tasks] } },
    ['project.json: : The points of all parts must add up to 100'],
  ],
  [
    'levels that do not rise',
    {
      'project.json': {
        ...project,
        tasks: [{ ...task, criteria: [{ id: 'whole', points: 100, levels: [...levels, ...levels] }] }],
      },
    },
    ['project.json: tasks.0.criteria.0: Levels must start at 0 and rise'],
  ],
])('%s is reported with its place', (_what, changed, expected) =>
  expect(readCourseWith(changed).faults).toEqual(expected),
);
