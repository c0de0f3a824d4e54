import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { badWord, goodWord } from '../../../test/files/bad-word.ts';
import { body, compound, createDoc, createDocx, field, getDocxParts, packZip } from '../../../test/files/word.ts';
import { docMimeType, docxMimeType } from '../../kernel/mime-types.ts';
import { checkDoc, readCompound } from './doc.ts';
import { checkDocx } from './docx.ts';
import { inspect } from './inspect.ts';
import { checkWord } from './word-check.ts';
import { isFetchingField } from './word-xml.ts';
import { unzip } from './zip.ts';

const mimes = { docx: docxMimeType, doc: docMimeType };
const check = (bytes: Buffer) => {
  const { kind, rejection } = bytes.toString('latin1', 0, 2) === 'PK' ? checkDocx(bytes) : checkDoc(bytes);
  return { mime: kind && mimes[kind], rejection };
};

test('every bad Word document is rejected with its own reason', () => {
  const badPdfs: unknown[] = [];
  for (const { what, bytes, looks: content, why: rejection } of badWord()) {
    const result = check(bytes);
    const isExpected =
      rejection === 'unsupported' ? result.mime === null : result.mime === content && result.rejection === rejection;
    if (!isExpected) badPdfs.push([what, result, rejection]);
  }
  expect(badPdfs).toEqual([]);
});

test.each(Object.entries(goodWord()))('%s is accepted and gets the type of its content', (what, bytes) =>
  expect(check(bytes)).toEqual({ mime: what.includes('old') ? docMimeType : docxMimeType, rejection: null }),
);

test('three hundred thousand nested elements are rejected', () => {
  const nested = '<w:p>'.repeat(300_000) + '</w:p>'.repeat(300_000);
  const bytes = packZip(getDocxParts({ 'word/document.xml': body(nested) }));
  expect(check(bytes)).toMatchObject({ rejection: 'unreadable' });
});

const folder = mkdtempSync(join(tmpdir(), 'word-'));
const writeFile = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

test('a document is checked by its bytes, not its name, and only where documents are allowed', async () => {
  const path = writeFile('photo.jpg', createDocx());
  const options = { queueKeys: ['network', 'connection', 'account'] };
  expect(await inspect(path, [docxMimeType, docMimeType], options)).toEqual({
    path,
    mime: docxMimeType,
    bytes: createDocx().length,
  });
  expect(await inspect(path, ['image/jpeg'], options)).toMatchObject({ rejection: 'unsupported' });
  expect(await inspect(writeFile('a.docx', Buffer.from('no document')), [docxMimeType], options)).toMatchObject({
    rejection: 'unsupported',
  });
  expect(await inspect(writeFile('b.docx', createDoc()), [docxMimeType], options)).toEqual({
    rejection: 'unsupported',
    mime: docMimeType,
  });
});

test('a document made to keep its reader busy is stopped, and other files are checked', async () => {
  const nested = '<a>'.repeat(9_000_000);
  const slowFiles = writeFile(
    'slow.docx',
    packZip(getDocxParts({ 'word/deep.xml': nested, 'word/deeper.xml': nested })),
  );
  const [first, second] = await Promise.all([
    checkWord(slowFiles, ['1', 'sly'], AbortSignal.timeout(115_000)),
    checkWord(writeFile('honest.docx', createDocx()), ['2', 'honest'], AbortSignal.timeout(115_000)),
  ]);
  expect([first, second]).toEqual([
    { mime: docxMimeType, rejection: 'unreadable' },
    { mime: docxMimeType, rejection: null },
  ]);
});

const splitAnywhere = (text: string) =>
  fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 6 }).map((offsets) => {
    const index = [0, ...[...offsets].sort((first, second) => first - second), text.length];
    return index.slice(1).map((to, n) => text.slice(index[n], to));
  });
const poison = fc
  .tuple(
    fc.constantFrom('DDE', 'DDEAUTO', 'IncludeText', 'includepicture', 'LINK', 'IMPORT', 'MACROBUTTON', 'QUOTE 68'),
    fc.constantFrom('', ' ', '   '),
    fc.constantFrom(' x', ' "c:/cmd.exe"', ' 69 \\* MERGEFORMAT'),
  )
  .map(([code, before, after]) => before + code + after);

test('a field that fetches is found when its code is split or nested', () => {
  fc.assert(
    fc.property(
      poison.chain((code) => splitAnywhere(code)),
      fc.boolean(),
      (runs, nest) => {
        const inner = field(...runs);
        const text = nest
          ? `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${inner}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
          : inner;
        expect(checkDocx(packZip(getDocxParts({ 'word/document.xml': body(text) }))).rejection).toBe('word_active');
      },
    ),
    { numRuns: 150 },
  );
  fc.assert(
    fc.property(poison, (code) => {
      expect(checkDoc(createDoc({ text: `Text \x13${code}\x14shown\x15 on.` })).rejection).toBe('word_active');
    }),
    { numRuns: 100 },
  );
});

test('ordinary text is not a field that fetches', () => {
  for (const code of [
    ' HYPERLINK "https://a.example/LINK" ',
    'PAGE',
    'REF DDE_1',
    'TOC \\o',
    'DATE',
    'QUOTE "words"',
    '',
  ])
    expect(isFetchingField(code)).toBe(false);
});

test('checking never fails for changed bytes, and an accepted document keeps its content', () => {
  const harmless = createDocx();
  const oldFiles = createDoc({ text: 'Irie Coin. '.repeat(50) });
  fc.assert(
    fc.property(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }), (isLegacy, offset, newByte) => {
      const bytes = Buffer.from(isLegacy ? oldFiles : harmless);
      const index = offset % bytes.length;
      bytes[index] = (bytes[index] ?? 0) ^ newByte;
      const { rejection } = check(bytes);
      expect([null, 'unreadable', 'mixed', 'word_active', 'word_locked']).toContain(rejection);
    }),
    { numRuns: 600 },
  );
});

test('an archive is read completely or not at all', () => {
  const files = unzip(createDocx());
  expect(files).toBeInstanceOf(Map);
  if (files instanceof Map)
    expect([...files.keys()].sort()).toEqual(
      Object.keys(getDocxParts())
        .map((name) => name.toLowerCase())
        .sort(),
    );
  expect(unzip(Buffer.concat([Buffer.from('x'), createDocx()]))).toBe('mixed');
  expect(unzip(Buffer.alloc(0))).toBe('unreadable');
  expect(readCompound(compound({ a: Buffer.from('one'), b: { c: Buffer.from('two') } }))?.children).toMatchObject([
    { name: 'a', bytes: Buffer.from('one') },
    { name: 'b', children: [{ name: 'c', bytes: Buffer.from('two') }] },
  ]);
});
