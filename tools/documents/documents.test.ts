import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources, sourceOf } from '../tidy/source.ts';
import {
  aboutFile,
  alsoIn,
  contentsDocument,
  databaseFunctions,
  databaseTables,
  firstSentence,
  readDatabase,
  readMigrations,
} from './contents.ts';
import { messagesDocument, roomsDocument, screensDocument } from './documents.ts';
import { jobsDocument, jobsOf } from './jobs.ts';
import { citations, citedIn, parts, specificationDocument } from './specification.ts';

const sources = readSources();

test('the written list of messages is that of the code', () =>
  expect(readFileSync('docs/messages.md', 'utf8')).toBe(messagesDocument(sources)));

test('the written list of screens is that of the code', () =>
  expect(readFileSync('docs/screens.md', 'utf8')).toBe(screensDocument()));

test('the drawn map of the rooms is that of the code', () =>
  expect(readFileSync('docs/rooms.md', 'utf8')).toBe(roomsDocument(sources)));

test('the written contents of the house are those of the code', () =>
  expect(readFileSync('docs/contents.md', 'utf8')).toBe(contentsDocument(sources, readDatabase())));

test('the written timetable is that of the code, and says of each job what it does', () => {
  expect(readFileSync('docs/jobs.md', 'utf8')).toBe(jobsDocument(sources));
  expect(jobsOf(sources).filter(({ cron, what }) => cron !== '' && what === '')).toEqual([]);
});

test('the written way from the specification to the code is that of the comments', () =>
  expect(readFileSync('docs/specification.md', 'utf8')).toBe(specificationDocument(sources, readMigrations())));

test('every part that a comment cites is told in words, and every decision is kept by some file', () => {
  const cited = citations(sources, readMigrations());
  expect([...cited.keys()].filter((part) => !(part in parts))).toEqual([]);
  expect(Object.keys(parts).filter((part) => !cited.has(part))).toEqual([]);
  expect(citedIn('[001 §2, §9; decisions B5-B7, B10] and (A7), not record (052) nor (A4 paper)')).toEqual([
    '001 §2',
    '001 §9',
    'B5',
    'B6',
    'B7',
    'B10',
    'A7',
  ]);
});

test('a part is kept by code and by migrations, each told by its sentence, over the end of a line too', () => {
  expect(citedIn('[000 §2, §5, 001 §2 Footer]')).toEqual(['000 §2', '000 §5', '001 §2']);
  const told = (part: string, file: string, sentence: string) => [
    part,
    [{ part, heading: '', line: `- \`${file}\` ${sentence}` }],
  ];
  const code = sourceOf(
    'src/kernel/x.ts',
    '/**\n * Due at once [000\n * §2, 001 §2]. In cents.\n */\nexport const a = 1;\n',
  );
  const text = '-- Why: points are data (decision\n-- B3). Nobody edits them.\ncreate table points (id int);\n';
  expect([...citations([code], [{ name: '1.sql', text }])]).toEqual([
    told('000 §2', 'kernel/x.ts', 'Due at once [000 §2, 001 §2].'),
    told('001 §2', 'kernel/x.ts', 'Due at once [000 §2, 001 §2].'),
    told('B3', 'db/migrations/1.sql', 'points are data (decision B3).'),
  ]);
});

test('within a part files stand below the headings that are cited, then all others, and what changes it', () => {
  const code = (path: string, comment: string) => sourceOf(path, `/** ${comment} */\nexport const a = 1;\n`);
  const written = specificationDocument(
    [
      code('src/kernel/a.ts', 'Prices [000 §2, decision C3].'),
      code('src/kernel/b.ts', 'Way in [000 §2 Verify email, Auth, §4 Auth state: `sb-`].'),
    ],
    [],
  );
  const [, part] = /\n## 000 §2: .*\n\n([\s\S]*?)\n\n## /.exec(written) ?? [];
  const wayIn = '- `kernel/b.ts` Way in [000 §2 Verify email, Auth, §4 Auth state: `sb-`].';
  expect(part).toMatch(/^Changed by the decisions A6, .*D4\.\n\n/);
  expect(part?.split('\n\n').slice(1)).toEqual([
    '### Auth',
    wayIn,
    '### Verify email',
    wayIn,
    '### All others',
    '- `kernel/a.ts` Prices [000 §2, decision C3].',
  ]);
  expect(written).toContain(`### Auth state\n\n${wayIn}\n`);
  expect(written).toContain('## C3: diagnostics\n\n- `kernel/a.ts`');
});

test('a file is told by the first comment on what it offers, and by its names where it says nothing', () => {
  const of = (text: string) => sourceOf('src/kernel/x.ts', text);
  const about = (text: string) => aboutFile(of(text));
  expect(about('/** Ours alone. */\nconst a = 1;\n/** Adds what is due.\n * In cents. */\nexport const b = a;\n')).toBe(
    'Adds what is due. In cents.',
  );
  const rule =
    '/** Whole J$, never rounded up, whatever is behind the point. Nor below zero. */\nconst whole = (sum: number) => Math.floor(sum);\n';
  expect(alsoIn(of(`/** What is due. */\nexport const due = 1;\n${rule}`))).toEqual([
    '`whole` Whole J$, never rounded up, whatever is behind the point.',
  ]);
  const figure = '/** From here on an alert is serious. In points. */\nconst seriousFrom = 70;\n';
  expect(alsoIn(of(`/** What is due. */\nexport const due = 1;\n${figure}`))).toEqual([
    '`seriousFrom` From here on an alert is serious. In points.',
  ]);
  expect(about('/** What only this file knows. */\nconst a = 1;\nvoid a;\n')).toBe('What only this file knows.');
  expect(about('export const b = 1;\nexport type C = 2;\n')).toBe('`b`, `C`');
  expect(firstSentence(' A telephone number in one form (E.164: `+1876`), as kept. Null for none.')).toBe(
    'A telephone number in one form (E.164: `+1876`), as kept.',
  );
});

test('a function of the database is told by the newest comment on it, and stands where it was last made', () => {
  const migrations = [
    {
      name: '1.sql',
      text: '-- Why: the month counts\n-- once. Nobody twice.\ncreate function app.month() returns int as $$x$$;\n',
    },
    {
      name: '2.sql',
      text: 'create or replace function app.month() returns int as $$y$$;\ncreate function app.gone() ;\n',
    },
  ];
  expect(databaseFunctions(migrations, 'CREATE OR REPLACE FUNCTION app.month()')).toEqual([
    '- `app.month` (2.sql) the month counts once. Nobody twice.',
  ]);
});

test('a table is told by the comment on it, its columns as they stand, and the migration that began it', () => {
  const migrations = [{ name: '1.sql', text: '-- What somebody keeps.\ncreate table things (\n  id uuid\n);\n' }];
  const schema =
    'create table public.things (\n  id uuid not null,\n  "userId" uuid,\n  constraint k check (true)\n);\n';
  expect(databaseTables(migrations, schema)).toEqual(['- `things` (1.sql) What somebody keeps. Columns: id, userId']);
});
