import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { draftWithProject, validDraft } from '../../../../test/drafts.ts';
import { readCourse } from '../course-files.ts';
import { buildCourseText, type CourseText } from '../course-text.ts';
import { levelOne } from '../level-one.ts';
import {
  applyChange,
  type Draft,
  DraftHead,
  DraftSection,
  describeChanges,
  emptyDraft,
  getPictureIds,
  toCourseText,
} from './draft.ts';
import { findFaults } from './faults.ts';
import {
  moveItem,
  newId,
  newQuestion,
  newSection,
  newUnit,
  removeItem,
  updateItem,
  updateSection,
  updateUnit,
} from './staff/screens/edits.ts';

const [one, two] = validDraft.sections;
const [unit] = one?.units ?? [];
const [check] = unit?.checks ?? [];
const [criterion] = draftWithProject.project?.rubric.tasks[0]?.criteria ?? [];

if (!one || !two || !unit || !check || !criterion) throw new Error('the draft is not whole');

const picture = '0190a4b2-0000-7000-8000-000000000000';

const faultsOf = (draft: Draft, pictures: readonly string[] = []) =>
  findFaults(draft, new Set(pictures)).map(({ where, says }) => `${where}: ${says}`);
const withSection = (changed: Partial<DraftSection>): Draft => ({
  ...validDraft,
  sections: [{ ...one, ...changed }, two],
});
const withUnit = (changed: object): Draft => withSection({ units: [{ ...unit, ...changed }, ...one.units.slice(1)] });
const withCheck = (changed: object): Draft => withUnit({ checks: [{ ...check, ...changed }] });
const withRubric = (changed: object): Draft => {
  const { project } = draftWithProject;
  return { ...draftWithProject, project: project && { ...project, rubric: { ...project.rubric, ...changed } } };
};
const text = unit.markdown;

test('a valid draft has no faults, with and without a project', () => {
  expect(faultsOf(validDraft)).toEqual([]);
  expect(faultsOf(draftWithProject)).toEqual([]);
});

test('an empty draft lists what is missing', () => {
  expect(faultsOf(emptyDraft('Begun'))).toEqual([
    'course: About: at least 3 characters',
    'course: the course has no sections',
  ]);
});

test.each<[string, Draft, string[]]>([
  ['markup', withUnit({ markdown: `${text}\nx<br>y\n` }), ['lesson/first: line 12: markup (HTML)']],
  [
    'an act in a link',
    withUnit({ markdown: `${text}\n[x](javascript:alert(1))\n` }),
    ['lesson/first: line 12: a link to javascript:alert(1)'],
  ],
  [
    'an unknown question',
    withUnit({ markdown: `${text}\n[Check](check:other)\n` }),
    ['lesson/first: there is no question other'],
  ],
  [
    'a question missing in the text',
    withUnit({ markdown: text.replace('[Check](check:first-1)', 'None.') }),
    ['lesson/first: question first-1 must appear once in the text'],
  ],
  [
    'an unknown exercise',
    withUnit({ markdown: `${text}\n[Try](practice:flying)\n` }),
    ['lesson/first: there is no exercise flying'],
  ],
  [
    'a foreign picture',
    withUnit({ markdown: `${text}\n![A dog](picture:${picture})\n` }),
    [`lesson/first: picture ${picture} is missing`],
  ],
  ['no aim', withUnit({ aim: '' }), ['lesson/first: Aim: at least 3 characters']],
  ['no minutes', withUnit({ minutes: 0 }), ['lesson/first: Minutes: at least 2']],
  [
    'an answer without a reason',
    withCheck({ answers: check.answers.map((one) => ({ ...one, because: '' })) }),
    [1, 2, 3].map((n) => `lesson/first: Question 1, answer ${n}, explanation: at least 3 characters`),
  ],
  [
    'no right answer',
    withCheck({ answers: check.answers.slice(1) }),
    ['lesson/first: Question 1: Add at least one right and one wrong answer'],
  ],
  [
    'a section without lessons',
    withSection({ units: [], quiz: { asked: 5, questions: [] } }),
    ['section/one: the section has no lessons', 'quiz/one: Add at least twice as many questions as each attempt has'],
  ],
  [
    'a pool that is too small',
    withSection({ quiz: { ...one.quiz, asked: 6 } }),
    ['quiz/one: Add at least twice as many questions as each attempt has'],
  ],
  [
    'a question about a lesson that is gone',
    withSection({
      quiz: { ...one.quiz, questions: one.quiz.questions.map((q, n) => (n === 0 ? { ...q, unit: 'gone' } : q)) },
    }),
    ['quiz/one: there is no unit gone'],
  ],
  [
    'an unexplained term',
    { ...validDraft, terms: [] },
    ['lesson/first', 'lesson/second', 'lesson/third'].map((where) => `${where}: there is no term word`),
  ],
  [
    'an unused term',
    { ...validDraft, terms: [...validDraft.terms, { id: 'more', word: 'More', means: 'Not used.' }] },
    ['words: term more is never used'],
  ],
  [
    'a figure without source and day',
    { ...validDraft, facts: validDraft.facts.map((fact) => ({ ...fact, source: '', asOf: '' })) },
    ['words: Figure 1, source: at least 3 characters', 'words: Figure 1, as of: enter a date such as 2026-11-24'],
  ],
  [
    'a section without an opening day',
    { ...validDraft, opens: 'by_date' },
    ['section/one: choose an opening date', 'section/two: choose an opening date'],
  ],
  [
    'a section that opens too early',
    {
      ...validDraft,
      opens: 'by_date',
      sections: [
        { ...one, opensOn: '2031-03-02' },
        { ...two, opensOn: '2031-03-01' },
      ],
    },
    ['section/two: this section opens before the section above'],
  ],
  [
    'an empty certificate',
    { ...validDraft, certificate: { title: '', about: '' } },
    ['course: Certificate: Title: at least 3 characters', 'course: Certificate: About: at least 3 characters'],
  ],
  [
    'points below one hundred',
    withRubric({ tasks: draftWithProject.project?.rubric.tasks.slice(1) }),
    ['project: The points of all parts must add up to 100'],
  ],
  [
    'levels that do not rise',
    withRubric({
      tasks: [
        {
          ...draftWithProject.project?.rubric.tasks[0],
          criteria: [{ ...criterion, levels: criterion.levels.slice(1) }],
        },
      ],
    }),
    [
      'project: Part 1, criterion 1: Levels must start at 0 and rise',
      'project: The points of all parts must add up to 100',
    ],
  ],
])('%s is reported with its place', (_what, draft, faults) => expect(faultsOf(draft)).toEqual(faults));

test('pictures of the course are allowed', () => {
  const shows = withUnit({ markdown: `${text}\n![A dog](picture:${picture})\n` });
  expect(getPictureIds(shows)).toEqual([picture]);
  expect(faultsOf(shows, [picture])).toEqual([]);
});

const draftOf = ({ sections, facts, rubric, project, ...head }: CourseText): Draft => ({
  ...{ title: head.title, about: head.about, opens: 'at_once', quizPassPercent: head.quizPassPercent },
  ...{ certificate: head.certificate, terms: [...head.terms] },
  project: project && rubric ? { about: project.about, rubric } : null,
  facts: facts.map(({ toCheck: _toCheck, ...fact }) => fact),
  sections: sections.map(({ quiz, units, ...section }) => ({
    ...{ ...section, opensOn: '' },
    units: units.map((each) => ({ ...each, checks: [...each.checks] })),
    quiz: quiz ?? { asked: 5, questions: [] },
  })),
});

test('Level 1 fits into a draft without faults and publishes unchanged', () => {
  const { content } = readCourse(join(import.meta.dirname, '../../../../courses/level-1'), levelOne);
  const text = buildCourseText(levelOne, content);
  const { sections, ...head } = draftOf(text);
  const parsed = { ...DraftHead.parse(head), sections: sections.map((section) => DraftSection.parse(section)) };
  expect(faultsOf(parsed)).toEqual([]);
  const facts = text.facts.map(({ toCheck: _toCheck, ...fact }) => fact);
  expect(toCourseText(parsed)).toMatchObject({ ...text, level: null, facts });
});

test('a save replaces sections by id in the given order', () => {
  const { sections: _sections, ...head } = validDraft;
  const changed = { ...one, title: 'Another title' };
  const added = { ...two, id: 'three' };
  const next = applyChange(validDraft, { head, order: ['three', 'one', 'one', 'nothing'], sections: [changed, added] });
  expect(next.sections).toEqual([added, changed]);
});

describe('changes of a draft', () => {
  const [first, second] = one?.units ?? [];
  if (!first || !second) throw new Error('the draft is not whole');

  const changesOf = (draft: Draft, before = validDraft) => describeChanges(toCourseText(before), toCourseText(draft));

  test('identical courses have no changes, in any key order', () => {
    expect(changesOf(validDraft)).toEqual([]);
    const reversed = Object.fromEntries(Object.entries(validDraft).reverse()) as Draft;
    expect(changesOf(reversed)).toEqual([]);
  });

  test('each change has its own line', () => {
    const sections = [
      { ...one, units: [{ ...first, markdown: `${first.markdown}\nMore.\n`, checks: [] }] },
      { ...two, title: 'Section II', quiz: { ...two.quiz, asked: 6 } },
    ];
    expect(changesOf({ ...validDraft, title: 'Another name', sections })).toEqual([
      'Course details changed',
      'Lesson “Lesson first” changed',
      'Section “Section II” changed',
      'Questions per attempt in the quiz of section “Section II” changed',
      'Question “Which one is right in first-1?” of lesson “Lesson first” was removed',
      'Lesson “Lesson second” was removed',
      'Question “Which one is right in second-1?” of lesson “Lesson second” was removed',
    ]);
    expect(changesOf(draftWithProject)).toEqual([
      'The final project was added',
      'Part of the project “Set up a wallet.” was added',
      'Part of the project “Write a plan.” was added',
    ]);
    const swapped = [{ ...one, units: [second, first] }, two];
    for (const reordered of [[two, one], swapped])
      expect(changesOf({ ...validDraft, sections: reordered })).toEqual(['The order changed']);
  });

  test('a long name is shortened', () => {
    const longer = { id: 'long', word: 'x'.repeat(60), means: 'y'.repeat(90) };
    expect(changesOf({ ...validDraft, terms: [...validDraft.terms, longer] })).toEqual([
      `Word “${'x'.repeat(60)}” was added`,
    ]);
    const fact = { id: 'long', says: 'y'.repeat(90), source: 'A bank', asOf: '2026-11-20' };
    expect(changesOf({ ...validDraft, facts: [...validDraft.facts, fact] })).toEqual([
      `Figure “${'y'.repeat(57)}...” was added`,
    ]);
  });
});

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, says: id }));
if (!a || !b || !c) throw new Error('three');
const list = [a, b, c];

test('updating one item keeps the identity of the others', () => {
  const next = updateItem(list, 'b', { says: 'x' });
  expect(next).toEqual([a, { id: 'b', says: 'x' }, c]);
  expect([next[0] === a, next[2] === c]).toEqual([true, true]);
  expect(removeItem(list, 'b')).toEqual([a, c]);
});

test('an item moves up or down and stops at the ends', () => {
  expect(moveItem(list, 'b', -1)).toEqual([b, a, c]);
  expect(moveItem(list, 'b', 1)).toEqual([a, c, b]);
  expect(moveItem(list, 'a', -1)).toEqual(list);
  expect(moveItem(list, 'c', 1)).toEqual(list);
  expect(moveItem(list, 'none', 1)).toEqual(list);
});

test('updating a lesson keeps the other sections', () => {
  const next = updateUnit(validDraft, 'third', { title: 'Another title' });
  expect(next.sections[0] === validDraft.sections[0]).toBe(true);
  expect(next.sections[1]?.units[0]?.title).toBe('Another title');
  expect(updateSection(validDraft, 'one', { title: 'x' }).sections.map(({ title }) => title)).toEqual([
    'x',
    'Section two',
  ]);
});

test('added items have valid ids and lack only content', () => {
  for (const id of [newId('lesson'), newId('figure')]) expect(id).toMatch(/^[a-z]+-[0-9a-f]{8}$/);
  const unit = { ...newUnit(), checks: [newQuestion()] };
  const sections = [...validDraft.sections, { ...newSection(), units: [unit] }];
  const faults = findFaults({ ...validDraft, sections }, new Set());
  expect(faults.filter(({ says }) => /invalid name|appears twice|missing/.test(says))).toEqual([]);
  expect(faults.length).toBeGreaterThan(5);
});
