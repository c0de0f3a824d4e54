import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusals } from './documents/catalogue.ts';
import { arrowsUp, foldersInCircles, outOfBounds, unusedFiles } from './tidy/arrows.ts';
import { narrowMigrations, narrowsIn } from './tidy/migrations.ts';
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

/** The rules of the house (docs/architecture.md), kept by machine: each list names what breaks one, and stays empty. */
const sources = readSources();
const all = (rule: (source: Source) => string[]): string[] => sources.flatMap(rule);

test('the code is found and read', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.every(({ nodes }) => nodes.length > 1)).toBe(true);
});

test('a function has 70 lines at the very most, a view 150', () => expect(all(longFunctions)).toEqual([]));
test('a file has at most 300 lines', () => expect(all(longFiles)).toEqual([]));
test('a line has at most 120 columns', () => expect(all(longLines)).toEqual([]));
test('a function takes at most three parameters by position', () => expect(all(manyParameters)).toEqual([]));
test('nothing is left for later in a comment', () => expect(all(unfinishedComments)).toEqual([]));
test('names say what a thing is', () => expect(all(vagueNames)).toEqual([]));
test('no file only passes on what others say', () => expect(all(barrels)).toEqual([]));
test('no file takes from tests, from a foreign store, or as a screen from the server', () =>
  expect(all(outOfBounds)).toEqual([]));
test('roles are named in the tables of acts alone', () => expect(all(strayRoles)).toEqual([]));
test('an id that comes in is read in one way', () => {
  expect(all(strayIds)).toEqual([]);
  expect(strayIds(sourceOf('src/x.ts', 'const A = z\n  .uuid();'))).toEqual(['src/x.ts']);
});
test('refusals are worded in the catalogue', () => expect(all(straySentences)).toEqual([]));

test('what is written for newcomers names files that exist', () => expect(staleNames()).toEqual([]));

test('imports go down from floor to floor', () => expect([...arrowsUp(sources).values()].flat()).toEqual([]));

test('the map of the README names every room, and each has one of its own', () => {
  const map = readFileSync('README.md', 'utf8');
  const rooms = readdirSync('src/features');
  expect(rooms.filter((room) => !map.includes(`\`${room}\``))).toEqual([]);
  expect(rooms.filter((room) => !existsSync(`src/features/${room}/README.md`))).toEqual([]);
});

test('the folders of a room need each other one way only', () => expect(foldersInCircles(sources)).toEqual([]));

test('each step of the walks calls the next, in as many files as they say', () => {
  const walks = walksIn(readFileSync('docs/architecture.md', 'utf8'));
  expect(walks.map(({ most, steps }) => [most, steps.length > most / 2])).toEqual([
    [30, true],
    [20, true],
  ]);
  expect(walks.flatMap((walk) => missteps(walk, sources))).toEqual([]);
});
test('a walk that leaves the ground is seen', () => {
  const [from, to] = ['src/a.ts', 'src/b.ts'].map((path) => ({
    path,
    names: ['b'],
    depth: path === 'src/a.ts' ? 0 : 1,
  }));
  const house = (a: string) => [sourceOf('src/a.ts', a), sourceOf('src/b.ts', 'export const b = 1;')];
  const walk = { name: 'w', most: 2, steps: from && to ? [from, to] : [] };
  expect(missteps(walk, house("import { b } from './b.ts'; b();"))).toEqual([]);
  expect(missteps(walk, house("import { b } from './b.ts'; c();"))).toHaveLength(2);
  expect(missteps(walk, house("import { b } from './c.ts'; b();"))).toHaveLength(1);
  expect(missteps({ ...walk, most: 1 }, house("import { b } from './b.ts'; b();"))).toEqual(['w: 2 files']);
  const often = { ...walk, steps: walk.steps.flatMap((step) => (step.depth ? [step, step, step] : [step])) };
  expect(missteps(often, house("import { b } from './b.ts'; b();"))).toEqual([
    'w: src/b.ts is visited more than twice',
  ]);
});

/** Statements outside a store, and why. */
const sqlElsewhere: readonly string[] = [
  'src/features/accounts/demo-mailbox.ts', // The demo's mails belong to no feature that production has.
];
test('statements to the database stand in stores', () => {
  expect(all(straySql).filter((place) => !sqlElsewhere.some((path) => place.startsWith(`${path}:`)))).toEqual([]);
});

test('no statement leaves anything in its session, which the next transaction gives to somebody else', () =>
  expect(all(outlivingSettings)).toEqual([]));

test('no migration takes from the processes of the last release what they use', () =>
  expect(narrowMigrations()).toEqual([]));
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
])('a migration that says %s is seen, unless its head says that nobody uses it', (text) => {
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
])('a migration that says %s takes nothing away', (text) => {
  expect(narrowsIn('9999_a.sql', text)).toEqual([]);
});

/** Where something begins: what is started, built or configured by its name. */
const starts =
  /^(src\/(main|root|routes|screens|service-worker|entry\.client)\.tsx?|tools\/[^/]+\.(ts|mjs)|tools\/bench\/(ours|bare)\.ts|src\/features\/screening\/import-program\.ts|[^/]+\.ts)$/;
test('every file is used, and not by tests alone', () => {
  expect(unusedFiles(sources, (path) => starts.test(path) && !path.endsWith('.test.ts'))).toEqual([]);
});

test('every code of the catalogue is refused with somewhere', () => {
  expect(unusedCodes(Object.keys(refusals), sources)).toEqual([]);
});

test.each([
  ['src/kernel/a.ts', "import { b } from '../platform/b.ts';"],
  ['src/platform/a.ts', "import { b } from '../features/prices/b.ts';"],
  ['src/ui/a.ts', "import { b } from '../features/prices/b.ts';"],
  ['src/ui/a.ts', "import type { B } from '../platform/b.ts';"],
  ['src/ui/a.ts', "type B = import('../api.ts').B;"],
  ['src/features/compliance/screens/a.tsx', "import { type B } from '../../staff/screens/b.tsx';"],
  ['src/features/roles/screens/a.tsx', "const b = () => import('../../staff/screens/b.tsx');"],
  ['src/features/audit/screens/a.tsx', "import '../../staff/screens/b.css';"],
  ['src/features/roles/a.ts', "export type { B } from '../risk/b.ts';"],
  ['src/features/unheard-of/a.ts', "import { b } from '../../kernel/b.ts';"],
  ['src/screens.ts', "import { b } from './ui/b.ts';"],
])('an arrow up is seen in %s: %s', (path, text) => {
  expect([...arrowsUp([sourceOf(path, text)]).values()]).toHaveLength(1);
});
test('a circle of folders is seen, by the way of a file of their room too', () => {
  const down = sourceOf('src/features/trading/moving/a.ts', "import type { B } from '../order/b.ts';");
  const through = sourceOf('src/features/trading/order/b.ts', "import { c } from '../c.ts';");
  const up = sourceOf('src/features/trading/c.ts', "import { a } from './moving/a.ts';");
  expect(foldersInCircles([down, through])).toEqual([]);
  expect(foldersInCircles([down, through, up])).toHaveLength(2);
});
test('arrows down are left alone, those of a test too', () => {
  const down = sourceOf('src/features/staff/screens/a.tsx', "import { b } from '../../trading/b.ts';");
  const ofTest = sourceOf('src/kernel/a.test.ts', "import { b } from '../platform/b.ts';");
  expect(arrowsUp([down, ofTest]).size).toBe(0);
});

/** What breaks each rule, so that a rule that has gone blind is noticed. */
const broken: readonly (readonly [rule: (source: Source) => string[], path: string, text: string])[] = [
  [longFunctions, 'src/a.ts', `export const f = () => {\n${'call();\n'.repeat(70)}};`],
  [longFunctions, 'src/a.tsx', `export function View() {\n${'call();\n'.repeat(150)}}`],
  [longFiles, 'src/a.ts', 'call();\n'.repeat(301)],
  [longLines, 'src/a.ts', `// ${'x'.repeat(120)}`],
  [manyParameters, 'src/a.ts', 'export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];'],
  [manyParameters, 'src/a.ts', 'export function f(a: 1, b: 1, c: 1, d = 1) { return [a, b, c, d]; }'],
  [unfinishedComments, 'src/a.ts', `// ${'TO'}DO later`],
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
test.each(broken)('%o sees what breaks it in %s', (rule, path, text) => {
  expect(rule(sourceOf(path, text))).toHaveLength(1);
});
test.each(broken)('%o leaves sound code alone', (rule) => {
  const sound =
    "import { currentSettings } from '../settings/store.ts';\nexport const f = (a: number) => currentSettings(a);\n";
  expect(rule(sourceOf('src/features/trading/a.ts', sound))).toEqual([]);
});
