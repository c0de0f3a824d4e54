import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { badWord, goodWord } from '../../../test/files/bad-word.ts';
import { body, compound, doc, docx, field, packedZip, paperParts } from '../../../test/files/word.ts';
import { docKind, docxKind } from '../../kernel/word-kinds.ts';
import { readCompound } from './cfb.ts';
import { judgeDoc } from './doc.ts';
import { judgeDocx } from './docx.ts';
import { inspect } from './inspect.ts';
import { judgeWordApart } from './word-apart.ts';
import { fetches } from './word-xml.ts';
import { unzip } from './zip.ts';

const mimes = { docx: docxKind, doc: docKind };
const judged = (bytes: Buffer) => {
  const { kind, unfit } = bytes.toString('latin1', 0, 2) === 'PK' ? judgeDocx(bytes) : judgeDoc(bytes);
  return { mime: kind && mimes[kind], unfit };
};

test('every bad document of Word is refused, each for its own reason', () => {
  const wrong: unknown[] = [];
  for (const { what, bytes, looks, why } of badWord()) {
    const said = judged(bytes);
    const right = why === 'unsupported' ? said.mime === null : said.mime === looks && said.unfit === why;
    if (!right) wrong.push([what, said, why]);
  }
  expect(wrong).toEqual([]);
});

test.each(Object.entries(goodWord()))('%s is taken, and named by what it is', (what, bytes) =>
  expect(judged(bytes)).toEqual({ mime: what.includes('old') ? docKind : docxKind, unfit: null }),
);

const folder = mkdtempSync(join(tmpdir(), 'word-'));
const kept = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

test('it is judged by its bytes, whatever it is called, and only where it may be one', async () => {
  const path = kept('photo.jpg', docx());
  const whose = ['network', 'connection', 'account'] as const;
  expect(await inspect(path, [docxKind, docKind], whose)).toEqual({ path, mime: docxKind, bytes: docx().length });
  expect(await inspect(path, ['image/jpeg'], whose)).toMatchObject({ unfit: 'unsupported' });
  expect(await inspect(kept('a.docx', Buffer.from('no paper')), [docxKind], whose)).toMatchObject({
    unfit: 'unsupported',
  });
  expect(await inspect(kept('b.docx', doc()), [docxKind], whose)).toEqual({ unfit: 'unsupported', mime: docKind });
});

test('one made to keep its reader busy is ended, and the others have their turn', async () => {
  const deep = '<a>'.repeat(9_000_000);
  const slow = kept('slow.docx', packedZip(paperParts({ 'word/deep.xml': deep, 'word/deeper.xml': deep })));
  const [first, second] = await Promise.all([
    judgeWordApart(slow, ['1', 'sly']),
    judgeWordApart(kept('honest.docx', docx()), ['2', 'honest']),
  ]);
  expect([first, second]).toEqual([
    { mime: docxKind, unfit: 'unreadable' },
    { mime: docxKind, unfit: null },
  ]);
});

const cuts = (text: string) =>
  fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 6 }).map((places) => {
    const at = [0, ...[...places].sort((one, other) => one - other), text.length];
    return at.slice(1).map((to, n) => text.slice(at[n], to));
  });
const poison = fc
  .tuple(
    fc.constantFrom('DDE', 'DDEAUTO', 'IncludeText', 'includepicture', 'LINK', 'IMPORT', 'MACROBUTTON', 'QUOTE 68'),
    fc.constantFrom('', ' ', '   '),
    fc.constantFrom(' x', ' "c:/cmd.exe"', ' 69 \\* MERGEFORMAT'),
  )
  .map(([code, before, behind]) => before + code + behind);

test('a field that fetches is found however its code is cut, and within whichever other', () => {
  fc.assert(
    fc.property(
      poison.chain((code) => cuts(code)),
      fc.boolean(),
      (pieces, within) => {
        const inner = field(...pieces);
        const text = within
          ? `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${inner}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
          : inner;
        expect(judgeDocx(packedZip(paperParts({ 'word/document.xml': body(text) }))).unfit).toBe('word_active');
      },
    ),
    { numRuns: 150 },
  );
  fc.assert(
    fc.property(poison, (code) => {
      expect(judgeDoc(doc({ text: `Text \x13${code}\x14shown\x15 on.` })).unfit).toBe('word_active');
    }),
    { numRuns: 100 },
  );
});

test('what people write is no field that fetches', () => {
  for (const code of [
    ' HYPERLINK "https://a.example/LINK" ',
    'PAGE',
    'REF DDE_1',
    'TOC \\o',
    'DATE',
    'QUOTE "words"',
    '',
  ])
    expect(fetches(code)).toBe(false);
});

test('whatever bytes are turned, it is judged and never fails; what is taken holds what it held', () => {
  const honest = docx();
  const old = doc({ text: 'Irie Coin. '.repeat(50) });
  fc.assert(
    fc.property(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }), (isOld, place, change) => {
      const bytes = Buffer.from(isOld ? old : honest);
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ change;
      const { unfit } = judged(bytes);
      expect([null, 'unreadable', 'mixed', 'word_active', 'word_locked']).toContain(unfit);
    }),
    { numRuns: 600 },
  );
});

test('an archive is read whole or not at all', () => {
  const files = unzip(docx());
  expect(files).toBeInstanceOf(Map);
  if (files instanceof Map)
    expect([...files.keys()].sort()).toEqual(
      Object.keys(paperParts())
        .map((name) => name.toLowerCase())
        .sort(),
    );
  expect(unzip(Buffer.concat([Buffer.from('x'), docx()]))).toBe('mixed');
  expect(unzip(Buffer.alloc(0))).toBe('unreadable');
  expect(readCompound(compound({ a: Buffer.from('one'), b: { c: Buffer.from('two') } }))?.children).toMatchObject([
    { name: 'a', bytes: Buffer.from('one') },
    { name: 'b', children: [{ name: 'c', bytes: Buffer.from('two') }] },
  ]);
});
