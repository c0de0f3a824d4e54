import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refusals } from './documents/catalogue.ts';
import { arrowsUp, filesInCycles, foldersInCycles, outOfBounds, unusedFiles } from './tidy/arrows.ts';
import { faultsIn, requirements, rowsIn, states } from './tidy/asvs.ts';
import { bannedIdentifiers, commentsWithoutSubject, longSentences } from './tidy/language.ts';
import { misnamedMigrations, narrowMigrations, narrowsIn } from './tidy/migrations.ts';
import { staleNames } from './tidy/readmes.ts';
import {
  barrels,
  longFiles,
  longFunctions,
  longLines,
  manyParameters,
  unfinishedComments,
  vagueNames,
} from './tidy/shape.ts';
import { readSources, type Source, sourceOf } from './tidy/source.ts';
import { missteps, walksIn } from './tidy/walks.ts';
import { outlivingSettings, strayIds, strayRoles, straySentences, straySql, unusedCodes } from './tidy/words.ts';

/** Structure rules of docs/architecture.md. Each rule lists its violations, and the list must be empty. */
const sources = readSources();
const all = (rule: (source: Source) => string[]): string[] => sources.flatMap(rule);

test('the sources are found and parsed', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.every(({ nodes }) => nodes.length > 1)).toBe(true);
});

test('a function has at most 70 lines, a view 150', () => expect(all(longFunctions)).toEqual([]));
test('a file has at most 300 lines, a screen 450', () => expect(all(longFiles)).toEqual([]));
test('a line has at most 120 columns', () => expect(all(longLines)).toEqual([]));
test('a function takes at most three parameters by position', () => expect(all(manyParameters)).toEqual([]));
test('no comment is an unfinished task such as a to-do', () => expect(all(unfinishedComments)).toEqual([]));
test('no name contains a banned word', () => expect(all(bannedIdentifiers)).toEqual([]));
test('every doc comment begins with its subject', () => expect(all(commentsWithoutSubject)).toEqual([]));
test('a sentence of a comment has at most 25 words', () => expect(all(longSentences)).toEqual([]));
test('no file, folder, class or type has a vague name', () => expect(all(vagueNames)).toEqual([]));
test('no file only re-exports', () => expect(all(barrels)).toEqual([]));
test("no file imports from tests, another feature's store, or the server in a screen", () =>
  expect(all(outOfBounds)).toEqual([]));
test('roles are named only in permission tables', () => expect(all(strayRoles)).toEqual([]));
test('every incoming id uses UuidSchema', () => {
  expect(all(strayIds)).toEqual([]);
  expect(strayIds(sourceOf('src/x.ts', 'const A = z\n  .uuid();'))).toEqual(['src/x.ts']);
});
test('refusals use catalogued messages', () => expect(all(straySentences)).toEqual([]));

test('READMEs and guides name only existing files', () => expect(staleNames()).toEqual([]));

test('features import only from lower layers', () => expect([...arrowsUp(sources).values()].flat()).toEqual([]));

test('the README lists every feature, and each has a README', () => {
  const map = readFileSync('README.md', 'utf8');
  const features = readdirSync('src/features');
  expect(features.filter((feature) => !map.includes(`\`${feature}\``))).toEqual([]);
  expect(features.filter((feature) => !existsSync(`src/features/${feature}/README.md`))).toEqual([]);
});

test('files have no import cycles', () => expect(filesInCycles(sources)).toEqual([]));
test('folders of a feature have no import cycles', () => expect(foldersInCycles(sources)).toEqual([]));

test('each step of a documented code walk calls the next one, within the stated number of files', () => {
  const walks = walksIn(readFileSync('docs/architecture.md', 'utf8'));
  expect(walks.map(({ most, steps }) => [most, steps.length > most / 2])).toEqual([
    [30, true],
    [20, true],
  ]);
  expect(walks.flatMap((walk) => missteps(walk, sources))).toEqual([]);
});
test('a code walk with a missing call, too many files or a repeated file is reported', () => {
  const [from, to] = ['src/a.ts', 'src/b.ts'].map((path) => ({
    path,
    names: ['b'],
    depth: path === 'src/a.ts' ? 0 : 1,
  }));
  const files = (a: string) => [sourceOf('src/a.ts', a), sourceOf('src/b.ts', 'export const b = 1;')];
  const walk = { name: 'w', most: 2, steps: from && to ? [from, to] : [] };
  expect(missteps(walk, files("import { b } from './b.ts'; b();"))).toEqual([]);
  expect(missteps(walk, files("import { b } from './b.ts'; c();"))).toHaveLength(2);
  expect(missteps(walk, files("import { b } from './c.ts'; b();"))).toHaveLength(1);
  expect(missteps({ ...walk, most: 1 }, files("import { b } from './b.ts'; b();"))).toEqual(['w: 2 files']);
  const often = { ...walk, steps: walk.steps.flatMap((step) => (step.depth ? [step, step, step] : [step])) };
  expect(missteps(often, files("import { b } from './b.ts'; b();"))).toEqual([
    'w: src/b.ts is visited more than twice',
  ]);
});

/** Files that may have SQL although they are no store, with the reason. */
const sqlElsewhere: readonly string[] = [
  'src/features/accounts/demo-mailbox.ts', // The demo mailbox belongs to no feature of production.
];
test('SQL is only in stores', () => {
  expect(all(straySql).filter((place) => !sqlElsewhere.some((path) => place.startsWith(`${path}:`)))).toEqual([]);
});

test('no statement leaves session state behind on a pooled connection', () =>
  expect(all(outlivingSettings)).toEqual([]));

test('migrations after the baseline have timestamp names', () => expect(misnamedMigrations()).toEqual([]));
test('no migration removes anything that the last release uses', () => expect(narrowMigrations()).toEqual([]));
test.each([
  'drop table a;',
  'drop view if exists a;',
  'alter table a drop column b;',
  'alter table a drop b;',
  'alter table a add column c int, drop if exists b;',
  'alter table a rename to b;',
  'alter table a rename b to c;',
  'alter table only a alter column b set not null;',
  'alter table a add column b text not null;',
  'alter table a add column b int default 1, add c text not null;',
  'alter table a alter column b type bigint;',
  'alter table a alter b set data type bigint;',
  "alter type a rename value 'b' to 'c';",
])('a migration with %s is rejected unless its head comment says since which release it is unused', (text) => {
  expect(narrowsIn('9999_a.sql', `-- Why: it is so.\n${text}`)).not.toEqual([]);
  expect(narrowsIn('9999_a.sql', `-- Why: it is so.\n-- Unused since release 0.2.0: b of a.\n${text}`)).toEqual([]);
});
test.each([
  'create table a (b text not null);',
  'alter table a add column b text not null default 1, add constraint c check (b is not null and d is not null);',
  'alter table a drop constraint b, alter column c drop not null, alter d drop default;',
  "alter type a add value 'b';",
  'drop policy a on b; drop trigger a on b; drop index a;',
  "create function a() returns void language sql as $$ alter table a drop column b $$; comment on table a is 'drop table b';",
  '-- drop table a;',
])('a migration with %s is accepted', (text) => {
  expect(narrowsIn('9999_a.sql', text)).toEqual([]);
});

/** Entry points, which no other file imports: programs, the build and configuration files. */
const starts =
  /^(src\/(main|root|routes|screens|service-worker|entry\.(client|server))\.tsx?|tools\/[^/]+\.(ts|mjs)|tools\/gallery\/main\.tsx|lab\/bench\/(ours|bare)\.ts|src\/features\/screening\/import-program\.ts|[^/]+\.ts)$/;
test('every file is used by more than tests', () => {
  expect(unusedFiles(sources, (path) => starts.test(path) && !path.endsWith('.test.ts'))).toEqual([]);
});

test('every catalogued refusal is used', () => {
  expect(unusedCodes(Object.keys(refusals), sources)).toEqual([]);
});

test.each([
  ['src/kernel/a.ts', "import { b } from '../platform/b.ts';"],
  ['src/platform/a.ts', "import { b } from '../features/prices/b.ts';"],
  ['src/ui/a.ts', "import { b } from '../features/prices/b.ts';"],
  ['src/ui/a.ts', "import type { B } from '../platform/b.ts';"],
  ['src/ui/a.ts', "type B = import('../api.ts').B;"],
  ['src/features/compliance/screens/a.tsx', "import { type B } from '../../staff/screens/b.tsx';"],
  ['src/features/staff/roles/screens/a.tsx', "const b = () => import('../../staff/screens/b.tsx');"],
  ['src/features/audit/screens/a.tsx', "import '../../staff/screens/b.css';"],
  ['src/features/location/a.ts', "export type { B } from '../risk/b.ts';"],
  ['src/features/unheard-of/a.ts', "import { b } from '../../kernel/b.ts';"],
  ['src/screens.ts', "import { b } from './ui/b.ts';"],
])('an upward import is reported in %s: %s', (path, text) => {
  expect([...arrowsUp([sourceOf(path, text)]).values()]).toHaveLength(1);
});
test('a cycle of folders is reported, also through a file of their feature', () => {
  const down = sourceOf('src/features/trading/lifecycle/a.ts', "import type { B } from '../order/b.ts';");
  const through = sourceOf('src/features/trading/order/b.ts', "import { c } from '../c.ts';");
  const up = sourceOf('src/features/trading/c.ts', "import { a } from './lifecycle/a.ts';");
  expect(foldersInCycles([down, through])).toEqual([]);
  expect(foldersInCycles([down, through, up])).toHaveLength(2);
  expect(filesInCycles([down, through])).toEqual([]);
  expect(filesInCycles([down, through, up])).toHaveLength(3);
});
test('downward imports pass, also in tests', () => {
  const down = sourceOf('src/features/staff/screens/a.tsx', "import { b } from '../../trading/b.ts';");
  const ofTest = sourceOf('src/kernel/a.test.ts', "import { b } from '../platform/b.ts';");
  expect(arrowsUp([down, ofTest]).size).toBe(0);
});

/** A violation of each rule, which the rule must report. */
const broken: readonly (readonly [rule: (source: Source) => string[], path: string, text: string])[] = [
  [longFunctions, 'src/a.ts', `export const f = () => {\n${'call();\n'.repeat(70)}};`],
  [longFunctions, 'src/a.tsx', `export function View() {\n${'call();\n'.repeat(150)}}`],
  [longFiles, 'src/a.ts', 'call();\n'.repeat(301)],
  [longLines, 'src/a.ts', `// ${'x'.repeat(120)}`],
  [manyParameters, 'src/a.ts', 'export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];'],
  [manyParameters, 'src/a.ts', 'export function f(a: 1, b: 1, c: 1, d = 1) { return [a, b, c, d]; }'],
  [unfinishedComments, 'src/a.ts', `// ${'TO'}DO later`],
  [bannedIdentifiers, 'src/a.ts', 'export const goAnew = 1;'],
  [bannedIdentifiers, 'src/features/trading/whoever.ts', 'call();'],
  [commentsWithoutSubject, 'src/a.ts', '/** What it returns. */\nexport const f = 1;'],
  [longSentences, 'src/a.ts', `// ${'word '.repeat(26)}`],
  [longSentences, 'src/a.ts', `/**\n * ${'word '.repeat(13)}\n * ${'word '.repeat(13)}\n */`],
  [vagueNames, 'src/features/trading/utils.ts', 'call();'],
  [vagueNames, 'src/a.ts', 'export class OrderManager {}'],
  [barrels, 'src/a.ts', "export { b } from './b.ts';"],
  [outOfBounds, 'src/features/trading/a.ts', "import { b } from '../prices/store.ts';"],
  [outOfBounds, 'src/features/trading/a.ts', "import { addVersion } from '../settings/store.ts';"],
  [outOfBounds, 'src/features/trading/screens/a.tsx', "import { b } from '../../../platform/b.ts';"],
  [outOfBounds, 'src/features/trading/screens/a.tsx', "import { b } from 'node:fs';"],
  [outOfBounds, 'src/features/trading/a.ts', "import { b } from '../../../test/worker.ts';"],
  [strayRoles, 'src/features/trading/a.ts', "export const a = staffOnly({ roles: ['finance'] });"],
  [strayRoles, 'src/features/trading/a.ts', "export const a = roles.includes('admin');"],
  [strayRoles, 'src/features/trading/a.ts', "export const a = roles.some((role) => role === 'support');"],
  [straySql, 'src/features/trading/a.ts', 'export const a = sql`select 1 from b`;'],
  [outlivingSettings, 'src/platform/a.ts', "export const a = sql`select set_config('a.b', 'c', false)`;"],
  [outlivingSettings, 'src/features/trading/store.ts', 'export const a = sql`select pg_advisory_lock(1)`;'],
  [outlivingSettings, 'src/platform/a.ts', "client.query('set statement_timeout = 0');"],
  [outlivingSettings, 'src/features/trading/store.ts', 'export const a = sql`create temporary table b ()`;'],
  [straySentences, 'src/features/trading/a.ts', "refuse('a.b', { text: 'You cannot do that' });"],
];
test.each(broken)('%o reports its violation in %s', (rule, path, text) => {
  expect(rule(sourceOf(path, text))).toHaveLength(1);
});
test.each(broken)('%o reports nothing for correct code', (rule) => {
  const sound =
    "import { loadCurrentSettings } from '../settings/store.ts';\nexport const f = (a: number) => loadCurrentSettings(a);\n";
  expect(rule(sourceOf('src/features/trading/a.ts', sound))).toEqual([]);
});

describe('the table of ASVS requirements', () => {
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
    const cells = { number: '1.1.1', level: '2', what: 'Decoding', state: 'holds', proof: '`a.ts`', ...changes };
    return `| ${Object.values(cells).join(' | ')} |`;
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
});
