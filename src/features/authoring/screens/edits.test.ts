import { expect, test } from 'vitest';
import { soundDraft } from '../../../../test/drafts.ts';
import { faultsIn } from '../faults.ts';
import { moved, newId, newQuestion, newSection, newUnit, put, putSection, putUnit, without } from './edits.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, says: id }));
if (!a || !b || !c) throw new Error('three');
const list = [a, b, c];

test('of a list one thing changes, and the others stay the very same', () => {
  const next = put(list, 'b', { says: 'x' });
  expect(next).toEqual([a, { id: 'b', says: 'x' }, c]);
  expect([next[0] === a, next[2] === c]).toEqual([true, true]);
  expect(without(list, 'b')).toEqual([a, c]);
});

test('a thing moves a place up or down, and not beyond the ends', () => {
  expect(moved(list, 'b', -1)).toEqual([b, a, c]);
  expect(moved(list, 'b', 1)).toEqual([a, c, b]);
  expect(moved(list, 'a', -1)).toEqual(list);
  expect(moved(list, 'c', 1)).toEqual(list);
  expect(moved(list, 'none', 1)).toEqual(list);
});

test('a lesson is changed where it stands, and no other section was written on', () => {
  const next = putUnit(soundDraft, 'third', { title: 'Another title' });
  expect(next.sections[0] === soundDraft.sections[0]).toBe(true);
  expect(next.sections[1]?.units[0]?.title).toBe('Another title');
  expect(putSection(soundDraft, 'one', { title: 'x' }).sections.map(({ title }) => title)).toEqual([
    'x',
    'Section two',
  ]);
});

test('what is added has an id of its own that a course may have, and lacks only what is to be written', () => {
  for (const id of [newId('lesson'), newId('figure')]) expect(id).toMatch(/^[a-z]+-[0-9a-f]{8}$/);
  const unit = { ...newUnit(), checks: [newQuestion()] };
  const told = faultsIn(
    { ...soundDraft, sections: [...soundDraft.sections, { ...newSection(), units: [unit] }] },
    new Set(),
  );
  expect(told.filter(({ says }) => /sound name|twice|missing/.test(says))).toEqual([]);
  expect(told.length).toBeGreaterThan(5);
});
