import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { dereference } from '../../src/features/api-access/contract/read-contract.ts';
import { partnerApi } from '../../src/features/api-access/partner/partner-api.ts';
import { webhookTexts } from '../../src/features/api-access/webhooks/events.ts';
import { orderStatuses, payInStates } from '../../src/features/trading/order/order.ts';
import { currentNotice, dataAndFonts, noticeText, packagesOf } from '../notice/notice-text.ts';
import { largestPicture, pictures } from '../pictures/list.ts';
import { readSources, sourceOf } from '../tidy/source.ts';
import { notices, refusals } from './catalogue.ts';
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
import { countLongestSentence, findBannedPhrase, getReadingAge } from './copy.ts';
import { featuresDocument, messagesDocument, screensDocument } from './documents.ts';
import { jobsDocument, jobsOf } from './jobs.ts';
import { partnerContract } from './partner-contract.ts';
import { reasons } from './reasons.ts';
import { citations, citedIn, parts, specificationDocument } from './specification.ts';
import { type Contract, codesIn, typescriptClient } from './typescript-client.ts';

const sources = readSources();

test('the committed list of messages matches the code', () =>
  expect(readFileSync('docs/reference/messages.md', 'utf8')).toBe(messagesDocument(sources)));

test('the documents generated on demand cover screens, levels, files, jobs and the specification', () => {
  const documents = [
    screensDocument(),
    featuresDocument(sources),
    contentsDocument(sources, readDatabase()),
    jobsDocument(sources),
    specificationDocument(sources, readMigrations()),
  ];
  expect(documents.filter((text) => text.split('\n').length < 20)).toEqual([]);
});

test('every scheduled job has a description', () =>
  expect(jobsOf(sources).filter(({ cron, what }) => cron !== '' && what === '')).toEqual([]));

test('every cited part has a description, and every decision is cited by a file', () => {
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

test('citations in code and migrations are listed with their sentence, across line ends', () => {
  expect(citedIn('[000 §2, §5, 001 §2 Footer]')).toEqual(['000 §2', '000 §5', '001 §2']);
  const cite = (part: string, file: string, sentence: string) => [
    part,
    [{ part, heading: '', line: `- \`${file}\` ${sentence}` }],
  ];
  const code = sourceOf(
    'src/kernel/x.ts',
    '/**\n * Due now [000\n * §2, 001 §2]. In cents.\n */\nexport const a = 1;\n',
  );
  const text = '-- Why: points are data (decision\n-- B3). Read-only.\ncreate table points (id int);\n';
  expect([...citations([code], [{ name: '1.sql', text }])]).toEqual([
    cite('000 §2', 'kernel/x.ts', 'Due now [000 §2, 001 §2].'),
    cite('001 §2', 'kernel/x.ts', 'Due now [000 §2, 001 §2].'),
    cite('B3', 'db/migrations/1.sql', 'points are data (decision B3).'),
  ]);
});

test('files of a part are grouped by cited heading, followed by the rest and its decisions', () => {
  const code = (path: string, comment: string) => sourceOf(path, `/** ${comment} */\nexport const a = 1;\n`);
  const written = specificationDocument(
    [
      code('src/kernel/a.ts', 'Prices [000 §2, decision C3].'),
      code('src/kernel/b.ts', 'Way in [000 §2 Verify email, Auth, §4 Auth state: `sb-`].'),
    ],
    [],
  );
  const [, part] = /\n## 000 §2: .*\n\n([\s\S]*?)\n\n## /.exec(written) ?? [];
  const expectedLine = '- `kernel/b.ts` Way in [000 §2 Verify email, Auth, §4 Auth state: `sb-`].';
  expect(part).toMatch(/^Changed by the decisions A6, .*D4\.\n\n/);
  expect(part?.split('\n\n').slice(1)).toEqual([
    '### Auth',
    expectedLine,
    '### Verify email',
    expectedLine,
    '### All others',
    '- `kernel/a.ts` Prices [000 §2, decision C3].',
  ]);
  expect(written).toContain(`### Auth state\n\n${expectedLine}\n`);
  expect(written).toContain('## C3: diagnostics\n\n- `kernel/a.ts`');
});

test('a file is described by its first exported comment, or by its exported names', () => {
  const of = (text: string) => sourceOf('src/kernel/x.ts', text);
  const about = (text: string) => aboutFile(of(text));
  expect(about('/** Ours alone. */\nconst a = 1;\n/** Adds what is due.\n * In cents. */\nexport const b = a;\n')).toBe(
    'Adds what is due. In cents.',
  );
  const rule =
    '/** Whole J$, never rounded up, cents dropped. Nor below zero. */\nconst whole = (sum: number) => Math.floor(sum);\n';
  expect(alsoIn(of(`/** The amount due. */\nexport const due = 1;\n${rule}`))).toEqual([
    '`whole` Whole J$, never rounded up, cents dropped.',
  ]);
  const figure = '/** From here on an alert is serious. In points. */\nconst seriousFrom = 70;\n';
  expect(alsoIn(of(`/** The amount due. */\nexport const due = 1;\n${figure}`))).toEqual([
    '`seriousFrom` From here on an alert is serious. In points.',
  ]);
  expect(about('/** A private constant. */\nconst a = 1;\nvoid a;\n')).toBe('A private constant.');
  expect(about('export const b = 1;\nexport type C = 2;\n')).toBe('`b`, `C`');
  expect(firstSentence(' A telephone number in one form (E.164: `+1876`), as kept. Null for none.')).toBe(
    'A telephone number in one form (E.164: `+1876`), as kept.',
  );
});

test('a database function is described by its newest comment and last migration', () => {
  const migrations = [
    {
      name: '1.sql',
      text: '-- Why: the month counts\n-- once. Never twice.\ncreate function app.month() returns int as $$x$$;\n',
    },
    {
      name: '2.sql',
      text: 'create or replace function app.month() returns int as $$y$$;\ncreate function app.gone() ;\n',
    },
  ];
  expect(databaseFunctions(migrations, 'CREATE OR REPLACE FUNCTION app.month()')).toEqual([
    '- `app.month` (2.sql) the month counts once. Never twice.',
  ]);
});

test('a table is listed with its comment, current columns and first migration', () => {
  const migrations = [{ name: '1.sql', text: '-- Kept things.\ncreate table things (\n  id uuid\n);\n' }];
  const schema =
    'create table public.things (\n  id uuid not null,\n  "userId" uuid,\n  constraint k check (true)\n);\n';
  expect(databaseTables(migrations, schema)).toEqual(['- `things` (1.sql) Kept things. Columns: id, userId']);
});

describe('the partner contract', async () => {
  const written = await partnerContract();
  const contract = JSON.parse(written) as Contract & { readonly openapi: string };
  const operations = Object.values(dereference(contract).paths).flatMap((path) => Object.values(path));

  test('the committed OpenAPI document matches the procedures', () =>
    expect(readFileSync('src/features/api-access/contract/openapi.json', 'utf8')).toBe(written));

  test('the committed client matches the OpenAPI document', () =>
    expect(readFileSync('clients/typescript/src/client.ts', 'utf8')).toBe(typescriptClient(contract)));

  test('the document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const found = await validator.validate(JSON.parse(written));
    expect([contract.openapi.slice(0, 3), found.valid, found.errors]).toEqual(['3.1', true, undefined]);
    // Throws for a reference to nothing.
    expect(validator.resolveRefs()).toHaveProperty('paths');
  });

  test('no schema or shared response of the document is repeated', () => {
    const document = JSON.parse(written);
    const { responses, schemas } = document.components;
    const all = [...Object.values(responses), ...Object.values(schemas)].map((each) => JSON.stringify(each));
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((each) => JSON.stringify(document).split(each).length !== 2)).toEqual([]);
  });

  test('each webhook documents every status and payment state of an order', () => {
    const bodies = Object.values(dereference(contract).webhooks).map(
      ({ post }) => post.requestBody.content?.['application/json']?.schema.properties?.['data']?.properties,
    );
    const states = { status: { enum: orderStatuses }, payIn: { enum: payInStates } };
    expect(bodies).toMatchObject(Object.keys(webhookTexts).map(() => states));
  });

  test('each operation documents its input, response, permission and refusals', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(partnerApi).toSorted());
    for (const [name, procedure] of Object.entries(partnerApi)) {
      const { errorMap, outputSchema } = procedure['~orpc'];
      expect([name, outputSchema !== undefined]).toEqual([name, true]);
      const operation = operations.find(({ operationId }) => operationId === name);
      const codes = Object.values(operation?.responses ?? {}).flatMap((answer) =>
        codesIn(answer.content?.['application/json']?.schema),
      );
      expect([name, codes.toSorted()]).toEqual([name, Object.keys(errorMap).toSorted()]);
      for (const code of codes) expect(refusals[code]?.text).toBeTruthy();
      expect(operation).toMatchObject({ security: [{ key: [expect.stringMatching(/^[a-z]+:[a-z]+$/)] }] });
    }
  });
});

describe('copies', () => {
  const texts = [
    ...Object.values(refusals).flatMap(({ title, text }) => [title, text]),
    ...notices.flatMap(({ head, texts: shown }) => [head, ...shown]),
    ...reasons.flatMap(({ customer, staff }) => [customer, staff]),
  ].filter((text) => typeof text === 'string' && text !== '') as string[];

  const maxWords = 20;
  const maxReadingAge = 9;

  test('no catalogued text contains a banned phrase', () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter((text) => findBannedPhrase(text) !== null)).toEqual([]);
  });

  test('no catalogued sentence has more than 20 words', () =>
    expect(texts.filter((text) => countLongestSentence(text) > maxWords)).toEqual([]));

  test('a nine-year-old can read the catalogue', () => expect(getReadingAge(texts)).toBeLessThanOrEqual(maxReadingAge));

  test('a banned phrase, a long sentence and a hard text are found', () => {
    expect(findBannedPhrase('Nobody stands here.')).toBe('nobody');
    expect(findBannedPhrase('Your order expires today.')).toBeNull();
    expect(countLongestSentence(`${'word '.repeat(21)}. Two words.`)).toBe(21);
    expect(getReadingAge(['Notwithstanding considerable administrative responsibilities.'])).toBeGreaterThan(15);
  });
});

describe('the notice of packages', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

  test('NOTICE matches the packages, data and fonts', () => {
    expect(readFileSync('NOTICE', 'utf8')).toBe(currentNotice());
  });

  test('every package has a licence that allows redistribution', () => {
    const may =
      /^[( ]*(MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|Unlicense|CC0-1\.0|CC-BY-4\.0|LGPL-3\.0-or-later)\b/;
    const named = packagesOf(lock).filter(({ licence }) => !/CC-BY-4\.0\)$/.test(licence));
    const parts = named.flatMap(({ name, licence }) => licence.split(/ AND | OR /).map((part) => ({ name, part })));
    expect(parts.filter(({ part }) => !may.test(part))).toEqual([]);
    expect(parts.length).toBeGreaterThan(100);
  });

  test('the list and the shipped fonts and data match', () => {
    const locations = dataAndFonts.map(({ at }) => at).join('\n');
    const fonts = Object.keys(dependencies).filter((name) => /^@fontsource/.test(name) || /mmdb/.test(name));
    expect(fonts.length).toBeGreaterThan(2);
    const files = globSync('{src,public}/**/*.{woff,woff2,ttf,otf,mmdb,gz}');
    expect(files.length).toBeGreaterThan(1);
    expect([...fonts, ...files].filter((name) => !locations.includes(name))).toEqual([]);
    const places = locations.match(/(?:node_modules|src)\/\S+/g) ?? [];
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
  });

  test('build and test packages are not listed', () => {
    const packages = packagesOf({
      packages: {
        '': { dependencies: { a: '1.0.0', vite: '2.0.0' } },
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { c: '3.0.0' } },
        'node_modules/vite': { version: '2.0.0' },
        'node_modules/c': { version: '4.0.0', license: 'MIT' },
        'node_modules/a/node_modules/c': { version: '3.0.0', license: 'MIT' },
      },
    });
    expect(noticeText(packages)).toContain('MIT\n  a 1.0.0\n  c 3.0.0\n');
    expect(noticeText(packages)).not.toMatch(/vite|c 4/);
  });
});

describe('screenshots', () => {
  const files = Object.keys(pictures).map((name) => `${name}.webp`);

  test('each role has its screenshots and no others exist', () =>
    expect(readdirSync('docs/pictures').sort()).toEqual(files.toSorted()));

  test('the README shows every screenshot', () => {
    const text = readFileSync('README.md', 'utf8');
    expect(files.filter((file) => !text.includes(`(docs/pictures/${file})`))).toEqual([]);
  });

  test('every screenshot is an image within the size limit', () => {
    const sizes = files.map((file) => statSync(`docs/pictures/${file}`).size);
    expect(sizes.filter((size) => size > largestPicture || size < 5_000)).toEqual([]);
    for (const file of files)
      expect(readFileSync(`docs/pictures/${file}`).subarray(8, 12).toString('latin1')).toBe('WEBP');
  });
});
