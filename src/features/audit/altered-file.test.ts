import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chainEntries,
  type EntryTexts,
  type ExportLine,
  entryFields,
  formatHead,
  formatLaterErasures,
  formatLine,
  formatTail,
  genesisHash,
  hashSeal,
  type Seal,
} from './chain.ts';
import { type Anchor, type Verification, verify } from './verify.ts';

const size = 40;
const at = '2026-11-22T05:10:00.000000Z';
const roleFor = (n: number) => (n % 5 === 0 ? 'compliance' : null);

const makeEntry = (n: number): EntryTexts => ({
  id: `0000-${n}`,
  at,
  actorId: n % 3 === 0 ? null : `person-${n}`,
  actorRole: 'finance',
  action: 'trading.approvePayout',
  subjectType: 'order',
  subjectId: `order-${n}`,
  aboutId: n % 4 === 0 ? `person-${n}` : null,
  forRole: roleFor(n),
  before: '{"held": false}',
  after: `{"text": "line ${n}"}`,
  reasonCode: null,
  requestId: `req-${n}`,
});
const entries = Array.from({ length: size }, (_, n) => makeEntry(n + 1));

function makeOldChain(all: readonly EntryTexts[]): Seal[] {
  const [seals, last] = [[] as Seal[], { hash: genesisHash }];
  for (const [n, entry] of all.entries()) {
    const texts = JSON.stringify(entryFields.map((name) => entry[name]));
    const digest = createHash('sha256').update(texts, 'utf8').digest('hex');
    const line = { seq: String(n + 1), previous: last.hash, digest, sealedAt: at };
    seals.push({ ...line, hash: hashSeal(line) });
    last.hash = hashSeal(line);
  }
  return seals;
}

const withEntries = (seals: readonly Seal[]): ExportLine[] =>
  seals.map((seal, n) => ({ ...seal, entry: entries[n] ?? null, missing: false, erased: false }));
const log = withEntries(chainEntries({ seq: '0', hash: genesisHash }, entries, at));
const naming = { action: 'audit.erased', aboutId: null, forRole: null, after: '{"lines": [7, 10]}' };
const toAnchor = ({ seq, hash }: Seal): Anchor => ({ seq, hash });
const end = toAnchor(log.at(-1) as ExportLine);

function toFile(lines: readonly ExportLine[]): string[] {
  const [first, last] = [lines[0], lines.at(-1)];
  const head = formatHead({ from: first?.seq ?? '1', previous: first?.previous ?? genesisHash, exportedAt: at });
  const tail = formatTail({ lines: lines.length, last: last?.seq ?? '0', hash: last?.hash ?? genesisHash, waiting: 0 });
  return [head, ...lines.map(formatLine), tail].map((text) => text.trimEnd());
}
const isValid = ({ broken, unproven }: Verification) => broken.length + unproven.length === 0;
const removeRange = (lines: readonly ExportLine[], from: number, until: number) => [
  ...lines.slice(0, from),
  ...lines.slice(until),
];
const emptyEntry = (lines: readonly ExportLine[], n: number) =>
  lines.with(n, { ...(lines[n] as ExportLine), entry: null });
const eraseEntry = (lines: readonly ExportLine[], n: number) =>
  lines.with(n, { ...(lines[n] as ExportLine), entry: null, erased: true });
const addNamed = (file: readonly string[], n: number) =>
  file.toSpliced(-1, 0, formatLaterErasures({ named: [String(n + 1)], by: null }).trimEnd());
const changeCharacter = (text: string, position: number) =>
  `${text.slice(0, position)}${text[position] === '0' ? '1' : '0'}${text.slice(position + 1)}`;

const kinds: Readonly<Record<string, (a: { n: number; m: number; position: number }) => string[]>> = {
  'a character': ({ n, position }) => {
    const file = toFile(log);
    const text = file[n + 1] ?? '';
    return file.with(n + 1, changeCharacter(text, position % text.length));
  },
  'a character of the head or the tail': ({ n, position }) => {
    const file = toFile(log);
    const which = n % 2 === 0 ? 0 : file.length - 1;
    // The export date and the waiting count are not sealed.
    const text = file[which] ?? '';
    const until = text.indexOf(which === 0 ? ',"exportedAt"' : ',"waiting"');
    return file.with(which, changeCharacter(text, position % until));
  },
  'a changed entry with a new seal': ({ n }) => {
    const line = { ...(log[n] as ExportLine), entry: { ...makeEntry(n + 1), subjectId: 'order-forged' } };
    const [seal] = chainEntries({ seq: String(n), hash: line.previous }, [line.entry], at);
    return toFile(log.with(n, { ...line, ...(seal as Seal) }));
  },
  'emptied as withheld': ({ n }) => toFile(emptyEntry(log, roleFor(n + 1) === null ? n : (n + 1) % size)),
  'marked as missing': ({ n }) => toFile(log.with(n, { ...(log[n] as ExportLine), entry: null, missing: true })),
  'marked as erased': ({ n }) => toFile(eraseEntry(log, n)),
  'marked as erased and named after the end': ({ n }) => addNamed(toFile(eraseEntry(log, n)), n),
  removed: ({ n }) => toFile(removeRange(log, n, n + 1)),
  moved: ({ n, m }) => {
    const to = n === m ? (m + 1) % size : m;
    return toFile(removeRange(log, n, n + 1).toSpliced(to, 0, log[n] as ExportLine));
  },
  inserted: ({ n, m }) => toFile(log.toSpliced(m, 0, log[n] as ExportLine)),
  'cut at the start, with a new head': ({ n }) => toFile(log.slice(n + 1)),
  'cut in the middle': ({ n, m }) => toFile(removeRange(log, Math.min(n, m), Math.max(n, m) + 1)),
  'cut at the end, with a new tail': ({ n }) => toFile(log.slice(0, n)),
  'cut at the end': ({ n }) => toFile(log).slice(0, n + 1),
  'rewritten from one line on': ({ n }) => {
    const forged = entries.with(n, { ...makeEntry(n + 1), after: '{}' });
    const seals = chainEntries({ seq: '0', hash: genesisHash }, forged, at);
    return toFile(seals.map((seal, at) => ({ ...seal, entry: forged[at] ?? null, missing: false, erased: false })));
  },
};

test('each of 1,000 altered files fails verification', async () => {
  const line = fc.nat(size - 1);
  const alteration = fc.record({
    kind: fc.constantFrom(...Object.keys(kinds)),
    n: line,
    m: line,
    position: fc.nat(5_000),
  });
  expect(isValid(await verify(toFile(log), [end]))).toBe(true);
  await fc.assert(
    fc.asyncProperty(alteration, async ({ kind, ...where }) => {
      const altered = kinds[kind]?.(where) ?? [];
      if (altered.join('\n') === toFile(log).join('\n')) return;
      expect(isValid(await verify(altered, [end]))).toBe(false);
    }),
    { numRuns: 1_000 },
  );
}, 120_000);

test('only an entry sealed for one role may be withheld', async () => {
  const withheld = log.map((line) => (line.entry?.forRole ? { ...line, entry: null } : line));
  const verdict = await verify(toFile(withheld), [end]);
  expect(verdict).toMatchObject({ entries: size, withoutContent: 8, broken: [], unproven: [] });
  const { broken } = await verify(toFile(emptyEntry(withheld, 6)), [end]);
  const { broken: none, unproven } = await verify(toFile(emptyEntry(withheld, 7)), [end]);
  expect(none).toEqual([]);
  expect(unproven).toEqual([expect.stringContaining(`another person's export shows entries 8`)]);
  expect(broken).toEqual([{ line: 8, why: 'entry 7 has no content, although it is not restricted to another role' }]);
});

test('an erased entry that no later entry names breaks the file for every reader', async () => {
  for (const n of [6, 7, 9, 19]) {
    const why = `entry ${n + 1} has no content, and no later entry records its erasure`;
    expect((await verify(toFile(eraseEntry(log, n)), [end])).broken).toEqual([{ line: n + 2, why }]);
  }
  const [seal] = chainEntries(end, [{ ...makeEntry(41), actorRole: 'system', ...naming }], at);
  const line = { ...(seal as Seal), entry: { ...makeEntry(41), actorRole: 'system', ...naming } };
  const named = [...eraseEntry(eraseEntry(log, 6), 9), { ...line, missing: false, erased: false }];
  const verdict = await verify(toFile(named), [toAnchor(line)]);
  expect(verdict).toMatchObject({ broken: [], unproven: [], erased: 2, newestErasedSealedAt: at });
  const { broken } = await verify(toFile(eraseEntry(named, 7)), [toAnchor(line)]);
  expect(broken).toEqual([{ line: 9, why: expect.stringContaining('no later entry records its erasure') }]);
});

test('an erasure named after the end of a file is unproven and breaks nothing', async () => {
  const file = addNamed(toFile(eraseEntry(log, 9)), 9);
  const { broken, erasedAfterEnd, unproven } = await verify(file, [end]);
  expect({ broken, erasedAfterEnd }).toEqual({ broken: [], erasedAfterEnd: ['10'] });
  expect(unproven).toEqual([
    expect.stringContaining('entries 10 have no content, and the proof of erasure is after the end of this file'),
  ]);
  const within = file.with(-2, formatLaterErasures({ named: ['10'], by: '40' }).trimEnd());
  expect((await verify(within, [end])).broken.map(({ why }) => why)).toContain('entry 40 is not after the end');
});

test('a partial file is unproven, and its start can be anchored', async () => {
  const part = toFile(log.slice(20));
  expect((await verify(part, [end])).unproven).toEqual(['it begins at entry 21']);
  expect((await verify(part)).unproven).toEqual([
    'it begins at entry 21, and no anchor proves the entries before it',
    'no anchor proves its end: later entries may be missing, or the whole log rewritten',
  ]);
  const before = toAnchor(log[19] as ExportLine);
  expect((await verify(part, [before, end])).unproven).toEqual(['it begins at entry 21']);
  const { broken } = await verify(part, [{ ...before, hash: genesisHash }, end]);
  expect(broken).toEqual([{ line: 1, why: 'entry 20 is not the one that was anchored' }]);
  expect((await verify(toFile(log), [before])).unproven).toEqual(['no anchor proves the entries after 20']);
});

test('old seals still verify, but do not justify withheld entries', async () => {
  const old = withEntries(makeOldChain(entries.slice(0, 10)));
  const last = old.at(-1) as ExportLine;
  const renewed = [
    ...old,
    ...withEntries(chainEntries(last, entries.slice(10), at)).map((line, n) => ({
      ...line,
      entry: entries[n + 10] ?? null,
    })),
  ];
  const anchor = toAnchor(renewed.at(-1) as ExportLine);
  expect(isValid(await verify(toFile(renewed), [anchor]))).toBe(true);
  const { broken, unproven } = await verify(toFile(emptyEntry(renewed, 3)), [anchor]);
  expect(broken).toEqual([]);
  expect(unproven).toEqual(['1 withheld entries have old seals, which do not name their readers']);
  const mixed = toFile([...log.slice(0, 5), ...withEntries(makeOldChain(entries)).slice(5)]);
  expect((await verify(mixed)).broken.map(({ why }) => why)).toContain('entry 6 does not follow the entry before it');
});
