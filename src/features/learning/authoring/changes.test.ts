import { expect, test } from 'vitest';
import { draftWithProject, validDraft } from '../../../../test/drafts.ts';
import { describeChanges } from './changes.ts';
import { type Draft, toCourseText } from './draft.ts';

const [one, two] = validDraft.sections;
const [first, second] = one?.units ?? [];
if (!one || !two || !first || !second) throw new Error('the draft is not whole');
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
  expect(changesOf({ ...validDraft, sections: [two, one] })).toEqual(['The order changed']);
  expect(changesOf({ ...validDraft, sections: [{ ...one, units: [second, first] }, two] })).toEqual([
    'The order changed',
  ]);
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
