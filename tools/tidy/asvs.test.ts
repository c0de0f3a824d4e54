import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsIn, requirements, rowsIn, states } from './asvs.ts';

const table = readFileSync('docs/security/asvs.md', 'utf8');

test('each requirement of levels 1 and 2 has its row, with a state and what proves it', () => {
  expect(requirements.size).toBe(253);
  expect(faultsIn(table)).toEqual([]);
});

test('the sums above the table are those of its rows', () => {
  const sum = (state: string) => rowsIn(table).filter((row) => row.state === state).length;
  for (const state of states) expect(table).toContain(`| ${state} | ${sum(state)} |`);
});

const row = (changes: Partial<Record<'number' | 'level' | 'what' | 'state' | 'proof', string>>) => {
  const whole = { number: '1.1.1', level: '2', what: 'Decoding', state: 'holds', proof: '`a.ts`', ...changes };
  return `| ${Object.values(whole).join(' | ')} |`;
};
const wrongWith = (line: string) =>
  faultsIn(line, (path) => path === 'a.ts').filter((fault) => !/missing$/.test(fault));

test('a sound row has no fault', () => expect(wrongWith(row({}))).toEqual([]));
test.each([
  ['a file that is not there', row({ proof: '`a.ts`, `b/c.ts`' })],
  ['no file', row({ proof: 'It is so.' })],
  ['another level', row({ level: '1' })],
  ['a number of level 3', row({ number: '1.2.10', level: '3' })],
  ['an unknown state', row({ state: 'mostly' })],
  ['no words', row({ what: '' })],
  ['no reason', row({ state: 'not applicable', proof: '-' })],
  ['a row that is there twice', `${row({})}\n${row({})}`],
])('%s is seen', (_what, line) => expect(wrongWith(line)).not.toEqual([]));
