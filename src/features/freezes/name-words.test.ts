import { expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';
import { listSpellings } from '../../kernel/name-words.ts';

const { owner } = await serverUnderTest();

test.each([
  "John O'Brien",
  'O BRIEN, JOHN',
  'O´Brien Jóhn',
  'MC DONALD IAN',
  'Łukasz Østergård',
  'Grœßner-Þór Æsa',
  'Đặng Thị Ħaż',
  'Maria de la Cruz',
])('the words of %s are equal in code and database', async (name) => {
  const { rows } = await owner.query<{ words: string[] }>('select app.name_words($1) words', [name]);
  expect(rows[0]?.words.toSorted()).toEqual([...new Set(listSpellings(name).flat())].sort());
});

test('two spellings of a name match in the database', async () => {
  const { rows } = await owner.query<{ isSame: boolean }>(
    `select app.may_be_one_name(app.name_words(a), app.name_words(b)) "isSame"
       from (values ('O BRIEN JOHN', 'John O''Brien'), ('Ian McDonald', 'MC DONALD IAN'), ('Lukasz', 'Łukasz')) n (a, b)`,
  );
  expect(rows.map(({ isSame }) => isSame)).toEqual([true, true, true]);
});
