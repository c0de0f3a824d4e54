import { expect, test } from 'vitest';
import { draftWithProject, soundDraft } from '../../../test/drafts.ts';
import { changesBetween } from './changes.ts';
import { type Draft, textOf } from './draft.ts';

const [one, two] = soundDraft.sections;
const [first, second] = one?.units ?? [];
if (!one || !two || !first || !second) throw new Error('the draft is not whole');
const told = (draft: Draft, before = soundDraft) => changesBetween(textOf(before), textOf(draft));

test('of the same nothing is told, in whatever order its keys are kept', () => {
  expect(told(soundDraft)).toEqual([]);
  const turned = Object.fromEntries(Object.entries(soundDraft).reverse()) as Draft;
  expect(told(turned)).toEqual([]);
});

test('each thing that changed has a line of its own', () => {
  const sections = [
    { ...one, units: [{ ...first, markdown: `${first.markdown}\nMore.\n`, checks: [] }] },
    { ...two, title: 'Section II', quiz: { ...two.quiz, asked: 6 } },
  ];
  expect(told({ ...soundDraft, title: 'Another name', sections })).toEqual([
    'What is said of the course changed',
    'Lesson “Lesson first” changed',
    'Section “Section II” changed',
    'How many questions the quiz of section “Section II” asks changed',
    'Question “Which one is right in first-1?” of lesson “Lesson first” is gone',
    'Lesson “Lesson second” is gone',
    'Question “Which one is right in second-1?” of lesson “Lesson second” is gone',
  ]);
  expect(told(draftWithProject)).toEqual([
    'The final project is new',
    'Part of the project “Set up a wallet.” is new',
    'Part of the project “Write a plan.” is new',
  ]);
  expect(told({ ...soundDraft, sections: [two, one] })).toEqual(['The order changed']);
  expect(told({ ...soundDraft, sections: [{ ...one, units: [second, first] }, two] })).toEqual(['The order changed']);
});

test('a long name is told by how it begins', () => {
  const longer = { id: 'long', word: 'x'.repeat(60), means: 'y'.repeat(90) };
  expect(told({ ...soundDraft, terms: [...soundDraft.terms, longer] })).toEqual([`Word “${'x'.repeat(60)}” is new`]);
  const fact = { id: 'long', says: 'y'.repeat(90), source: 'Somebody', asOf: '2026-11-20' };
  expect(told({ ...soundDraft, facts: [...soundDraft.facts, fact] })).toEqual([`Figure “${'y'.repeat(57)}...” is new`]);
});
