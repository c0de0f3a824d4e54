import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draftWithProject, soundDraft } from '../../../test/drafts.ts';
import { readCourse } from '../learning/course-files.ts';
import { bound, type CourseText } from '../learning/course-text.ts';
import { levelOne } from '../learning/level-one.ts';
import { type Draft, DraftHead, DraftSection, emptyDraft, picturesIn, textOf, written } from './draft.ts';
import { faultsIn } from './faults.ts';

const [one, two] = soundDraft.sections;
const [unit] = one?.units ?? [];
const [check] = unit?.checks ?? [];
const [criterion] = draftWithProject.project?.rubric.tasks[0]?.criteria ?? [];
if (!one || !two || !unit || !check || !criterion) throw new Error('the draft is not whole');
const picture = '0190a4b2-0000-7000-8000-000000000000';

const told = (draft: Draft, pictures: readonly string[] = []) =>
  faultsIn(draft, new Set(pictures)).map(({ where, says }) => `${where}: ${says}`);
const withSection = (changed: Partial<DraftSection>): Draft => ({
  ...soundDraft,
  sections: [{ ...one, ...changed }, two],
});
const withUnit = (changed: object): Draft => withSection({ units: [{ ...unit, ...changed }, ...one.units.slice(1)] });
const withCheck = (changed: object): Draft => withUnit({ checks: [{ ...check, ...changed }] });
const withRubric = (changed: object): Draft => {
  const { project } = draftWithProject;
  return { ...draftWithProject, project: project && { ...project, rubric: { ...project.rubric, ...changed } } };
};
const text = unit.markdown;

test('of a sound draft nothing is told, with a project or without', () => {
  expect(told(soundDraft)).toEqual([]);
  expect(told(draftWithProject)).toEqual([]);
});

test('a draft with nothing in it says what it lacks', () => {
  expect(told(emptyDraft('Begun'))).toEqual(['course: About: at least 3 letters', 'course: there is no section']);
});

test.each<[string, Draft, string[]]>([
  ['markup', withUnit({ markdown: `${text}\nx<br>y\n` }), ['lesson/first: line 12: markup (HTML)']],
  [
    'an act in a link',
    withUnit({ markdown: `${text}\n[x](javascript:alert(1))\n` }),
    ['lesson/first: line 12: a link to javascript:alert(1)'],
  ],
  [
    'a question that nobody wrote',
    withUnit({ markdown: `${text}\n[Check](check:other)\n` }),
    ['lesson/first: there is no question other'],
  ],
  [
    'a question that stands nowhere',
    withUnit({ markdown: text.replace('[Check](check:first-1)', 'None.') }),
    ['lesson/first: question first-1 stands in the text once'],
  ],
  [
    'an exercise that there is not',
    withUnit({ markdown: `${text}\n[Try](practice:flying)\n` }),
    ['lesson/first: there is no exercise flying'],
  ],
  [
    'a picture of somebody else',
    withUnit({ markdown: `${text}\n![A dog](picture:${picture})\n` }),
    [`lesson/first: picture ${picture} is not there`],
  ],
  ['no aim', withUnit({ aim: '' }), ['lesson/first: Aim: at least 3 letters']],
  ['no minutes', withUnit({ minutes: 0 }), ['lesson/first: Minutes: at least 2']],
  [
    'an answer without a reason',
    withCheck({ answers: check.answers.map((one) => ({ ...one, because: '' })) }),
    [1, 2, 3].map((n) => `lesson/first: Question 1, answer ${n}, why: at least 3 letters`),
  ],
  [
    'no right answer',
    withCheck({ answers: check.answers.slice(1) }),
    ['lesson/first: Question 1: One answer is right and one is wrong, at least'],
  ],
  [
    'a section without lessons',
    withSection({ units: [], quiz: { asked: 5, questions: [] } }),
    ['section/one: there is no lesson', 'quiz/one: Twice as many questions as are asked, at least'],
  ],
  [
    'a pool that is too small',
    withSection({ quiz: { ...one.quiz, asked: 6 } }),
    ['quiz/one: Twice as many questions as are asked, at least'],
  ],
  [
    'a question about a lesson that is gone',
    withSection({
      quiz: { ...one.quiz, questions: one.quiz.questions.map((q, n) => (n === 0 ? { ...q, unit: 'gone' } : q)) },
    }),
    ['quiz/one: there is no unit gone'],
  ],
  [
    'a word that nobody explains',
    { ...soundDraft, terms: [] },
    ['lesson/first', 'lesson/second', 'lesson/third'].map((where) => `${where}: no term word`),
  ],
  [
    'a word that nobody uses',
    { ...soundDraft, terms: [...soundDraft.terms, { id: 'more', word: 'More', means: 'Not used.' }] },
    ['words: term more is named nowhere'],
  ],
  [
    'a figure without source and day',
    { ...soundDraft, facts: soundDraft.facts.map((fact) => ({ ...fact, source: '', asOf: '' })) },
    ['words: Figure 1, source: at least 3 letters', 'words: Figure 1, as of: a day, such as 2026-11-24'],
  ],
  [
    'a section that opens on no day',
    { ...soundDraft, opens: 'by_date' },
    ['section/one: say on which day it opens', 'section/two: say on which day it opens'],
  ],
  [
    'a section that opens too early',
    {
      ...soundDraft,
      opens: 'by_date',
      sections: [
        { ...one, opensOn: '2031-03-02' },
        { ...two, opensOn: '2031-03-01' },
      ],
    },
    ['section/two: it opens before the section above it'],
  ],
  [
    'a certificate without words',
    { ...soundDraft, certificate: { title: '', about: '' } },
    ['course: Certificate: Title: at least 3 letters', 'course: Certificate: About: at least 3 letters'],
  ],
  [
    'points that make no hundred',
    withRubric({ tasks: draftWithProject.project?.rubric.tasks.slice(1) }),
    ['project: The points of all parts make 100'],
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
    ['project: Part 1, point 1: Levels rise from 0', 'project: The points of all parts make 100'],
  ],
])('%s is told, with its place', (_what, draft, faults) => expect(told(draft)).toEqual(faults));

test('pictures of the course may be shown', () => {
  const shows = withUnit({ markdown: `${text}\n![A dog](picture:${picture})\n` });
  expect(picturesIn(shows)).toEqual([picture]);
  expect(told(shows, [picture])).toEqual([]);
});

/** A published course as it would be written. */
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

test('Level 1 of the house fits into a draft, has no fault there either, and is published as it is', () => {
  const { content } = readCourse(join(import.meta.dirname, '../../../courses/level-1'), levelOne);
  const text = bound(levelOne, content);
  const { sections, ...head } = draftOf(text);
  const parsed = { ...DraftHead.parse(head), sections: sections.map((section) => DraftSection.parse(section)) };
  expect(told(parsed)).toEqual([]);
  const facts = text.facts.map(({ toCheck: _toCheck, ...fact }) => fact);
  expect(textOf(parsed)).toMatchObject({ ...text, level: null, facts });
});

test('what was written replaces sections by their ids, in the order that is sent', () => {
  const { sections: _sections, ...head } = soundDraft;
  const changed = { ...one, title: 'Another title' };
  const added = { ...two, id: 'three' };
  const next = written(soundDraft, { head, order: ['three', 'one', 'one', 'nothing'], sections: [changed, added] });
  expect(next.sections).toEqual([added, changed]);
});
