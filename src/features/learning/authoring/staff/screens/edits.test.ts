import { expect, test } from 'vitest';
import { validDraft } from '../../../../../../test/drafts.ts';
import { findFaults } from '../../faults.ts';
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
} from './edits.ts';

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
  const faults = findFaults(
    { ...validDraft, sections: [...validDraft.sections, { ...newSection(), units: [unit] }] },
    new Set(),
  );
  expect(faults.filter(({ says }) => /invalid name|appears twice|missing/.test(says))).toEqual([]);
  expect(faults.length).toBeGreaterThan(5);
});
