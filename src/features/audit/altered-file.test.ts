import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chain, type EntryTexts, entryFields, genesis, hashOf, type Seal } from './chain.ts';
import { type ExportLine, headText, lineText, namedText, tailText } from './export-lines.ts';
import { type Anchor, type Verification, verify } from './verify.ts';

const size = 40;
const at = '2026-11-22T05:10:00.000000Z';
const isFor = (n: number) => (n % 5 === 0 ? 'compliance' : null);

const entryOf = (n: number): EntryTexts => ({
  id: `0000-${n}`,
  at,
  actorId: n % 3 === 0 ? null : `person-${n}`,
  actorRole: 'finance',
  action: 'trading.approvePayout',
  subjectType: 'order',
  subjectId: `order-${n}`,
  aboutId: n % 4 === 0 ? `person-${n}` : null,
  forRole: isFor(n),
  before: '{"held": false}',
  after: `{"text": "line ${n}"}`,
  reasonCode: null,
  requestId: `req-${n}`,
});
const entries = Array.from({ length: size }, (_, n) => entryOf(n + 1));

/** Lines as they were sealed before the digest said for whom an entry is. */
function oldChain(all: readonly EntryTexts[]): Seal[] {
  const [seals, last] = [[] as Seal[], { hash: genesis }];
  for (const [n, entry] of all.entries()) {
    const texts = JSON.stringify(entryFields.map((name) => entry[name]));
    const digest = createHash('sha256').update(texts, 'utf8').digest('hex');
    const line = { seq: String(n + 1), previous: last.hash, digest, sealedAt: at };
    seals.push({ ...line, hash: hashOf(line) });
    last.hash = hashOf(line);
  }
  return seals;
}

const withEntries = (seals: readonly Seal[]): ExportLine[] =>
  seals.map((seal, n) => ({ ...seal, entry: entries[n] ?? null, missing: false, erased: false }));
const log = withEntries(chain({ seq: '0', hash: genesis }, entries, at));
const naming = { action: 'audit.erased', aboutId: null, forRole: null, after: '{"lines": [7, 10]}' };
const anchorAt = ({ seq, hash }: Seal): Anchor => ({ seq, hash });
const end = anchorAt(log.at(-1) as ExportLine);

/** A file over these lines, with a beginning and an end that fit them, as somebody who alters one would write. */
function fileOf(lines: readonly ExportLine[]): string[] {
  const [first, last] = [lines[0], lines.at(-1)];
  const head = headText({ from: first?.seq ?? '1', previous: first?.previous ?? genesis, exportedAt: at });
  const tail = tailText({ lines: lines.length, last: last?.seq ?? '0', hash: last?.hash ?? genesis, waiting: 0 });
  return [head, ...lines.map(lineText), tail].map((text) => text.trimEnd());
}
const isWhole = ({ broken, unproven }: Verification) => broken.length + unproven.length === 0;
const without = (lines: readonly ExportLine[], from: number, until: number) => [
  ...lines.slice(0, from),
  ...lines.slice(until),
];
const emptied = (lines: readonly ExportLine[], n: number) =>
  lines.with(n, { ...(lines[n] as ExportLine), entry: null });
const erased = (lines: readonly ExportLine[], n: number) =>
  lines.with(n, { ...(lines[n] as ExportLine), entry: null, erased: true });
/** Before its end the file says that a line which it does not hold names line `n + 1` as erased. */
const namedIn = (file: readonly string[], n: number) =>
  file.toSpliced(-1, 0, namedText({ named: [String(n + 1)], by: null }).trimEnd());
const otherSign = (text: string, place: number) =>
  `${text.slice(0, place)}${text[place] === '0' ? '1' : '0'}${text.slice(place + 1)}`;

/** Every kind of alteration, as the file that comes of it. `n` and `m` are lines, `place` a sign of one. */
const kinds: Readonly<Record<string, (a: { n: number; m: number; place: number }) => string[]>> = {
  'a sign': ({ n, place }) => {
    const file = fileOf(log);
    const text = file[n + 1] ?? '';
    return file.with(n + 1, otherSign(text, place % text.length));
  },
  'a sign of the beginning or the end': ({ n, place }) => {
    const file = fileOf(log);
    const which = n % 2 === 0 ? 0 : file.length - 1;
    // The day of the export and how many waited are no part of what is sealed.
    const text = file[which] ?? '';
    const until = text.indexOf(which === 0 ? ',"exportedAt"' : ',"waiting"');
    return file.with(which, otherSign(text, place % until));
  },
  'an entry, sealed anew': ({ n }) => {
    const line = { ...(log[n] as ExportLine), entry: { ...entryOf(n + 1), subjectId: 'order-forged' } };
    const [seal] = chain({ seq: String(n), hash: line.previous }, [line.entry], at);
    return fileOf(log.with(n, { ...line, ...(seal as Seal) }));
  },
  'emptied as kept back': ({ n }) => fileOf(emptied(log, isFor(n + 1) === null ? n : (n + 1) % size)),
  'said to be missing': ({ n }) => fileOf(log.with(n, { ...(log[n] as ExportLine), entry: null, missing: true })),
  'called erased': ({ n }) => fileOf(erased(log, n)),
  'called erased, and named behind the end': ({ n }) => namedIn(fileOf(erased(log, n)), n),
  removed: ({ n }) => fileOf(without(log, n, n + 1)),
  moved: ({ n, m }) => {
    const to = n === m ? (m + 1) % size : m;
    return fileOf(without(log, n, n + 1).toSpliced(to, 0, log[n] as ExportLine));
  },
  inserted: ({ n, m }) => fileOf(log.toSpliced(m, 0, log[n] as ExportLine)),
  'cut off in front, with a new beginning': ({ n }) => fileOf(log.slice(n + 1)),
  'cut out of the middle': ({ n, m }) => fileOf(without(log, Math.min(n, m), Math.max(n, m) + 1)),
  'cut off at the end, with a new end': ({ n }) => fileOf(log.slice(0, n)),
  'cut off at the end': ({ n }) => fileOf(log).slice(0, n + 1),
  'written anew from a line on': ({ n }) => {
    const forged = entries.with(n, { ...entryOf(n + 1), after: '{}' });
    const seals = chain({ seq: '0', hash: genesis }, forged, at);
    return fileOf(seals.map((seal, at) => ({ ...seal, entry: forged[at] ?? null, missing: false, erased: false })));
  },
};

test('of 1,000 alterations of a file, none leaves it whole', async () => {
  const line = fc.nat(size - 1);
  const alteration = fc.record({
    kind: fc.constantFrom(...Object.keys(kinds)),
    n: line,
    m: line,
    place: fc.nat(5_000),
  });
  expect(isWhole(await verify(fileOf(log), [end]))).toBe(true);
  await fc.assert(
    fc.asyncProperty(alteration, async ({ kind, ...where }) => {
      const altered = kinds[kind]?.(where) ?? [];
      if (altered.join('\n') === fileOf(log).join('\n')) return;
      expect(isWhole(await verify(altered, [end]))).toBe(false);
    }),
    { numRuns: 1_000 },
  );
}, 120_000);

test('an entry that was sealed for one role may be kept back, and no other', async () => {
  const kept = log.map((line) => (line.entry?.forRole ? { ...line, entry: null } : line));
  const verdict = await verify(fileOf(kept), [end]);
  expect(verdict).toMatchObject({ entries: size, keptBack: 8, broken: [], unproven: [] });
  const { broken } = await verify(fileOf(emptied(kept, 6)), [end]);
  const { broken: none, unproven } = await verify(fileOf(emptied(kept, 7)), [end]);
  expect(none).toEqual([]);
  expect(unproven).toEqual([expect.stringContaining(`somebody else's export shows lines 8`)]);
  expect(broken).toEqual([{ line: 8, why: 'the entry of line 7 was emptied: all who read the log may read it' }]);
});

test('an entry that is called erased was emptied by hand where no later one names it, whoever reads it', async () => {
  for (const n of [6, 7, 9, 19]) {
    const why = `the entry of line ${n + 1} was emptied, and no later one names it as erased`;
    expect((await verify(fileOf(erased(log, n)), [end])).broken).toEqual([{ line: n + 2, why }]);
  }
  const [seal] = chain(end, [{ ...entryOf(41), actorRole: 'system', ...naming }], at);
  const line = { ...(seal as Seal), entry: { ...entryOf(41), actorRole: 'system', ...naming } };
  const named = [...erased(erased(log, 6), 9), { ...line, missing: false, erased: false }];
  const verdict = await verify(fileOf(named), [anchorAt(line)]);
  expect(verdict).toMatchObject({ broken: [], unproven: [], erased: 2, youngestErased: at });
  // One that it does not name is none of them, and it names none behind itself.
  const { broken } = await verify(fileOf(erased(named, 7)), [anchorAt(line)]);
  expect(broken).toEqual([{ line: 9, why: expect.stringContaining('no later one names it') }]);
});

test('what is named behind the end of a file is not proven by it, and breaks nothing', async () => {
  const file = namedIn(fileOf(erased(log, 9)), 9);
  const { broken, namedBehind, unproven } = await verify(file, [end]);
  expect({ broken, namedBehind }).toEqual({ broken: [], namedBehind: ['10'] });
  expect(unproven).toEqual([expect.stringContaining('lines 10 are empty and named by nothing up to here')]);
  const within = file.with(-2, namedText({ named: ['10'], by: '40' }).trimEnd());
  expect((await verify(within, [end])).broken.map(({ why }) => why)).toContain('line 40 does not stand behind the end');
});

test('a part is a part, and what it continues from can be anchored', async () => {
  const part = fileOf(log.slice(20));
  expect((await verify(part, [end])).unproven).toEqual(['it begins at line 21']);
  expect((await verify(part)).unproven).toEqual([
    'it begins at line 21, and no anchor vouches for what stands before',
    'no anchor vouches for its end: lines may have been cut off, or all written anew',
  ]);
  const before = anchorAt(log[19] as ExportLine);
  expect((await verify(part, [before, end])).unproven).toEqual(['it begins at line 21']);
  const { broken } = await verify(part, [{ ...before, hash: genesis }, end]);
  expect(broken).toEqual([{ line: 1, why: 'line 20 is not the one that was anchored' }]);
  expect((await verify(fileOf(log), [before])).unproven).toEqual(['no anchor vouches for what stands behind line 20']);
});

test('what was sealed in the old way still verifies, and proves nothing of what it keeps back', async () => {
  const old = withEntries(oldChain(entries.slice(0, 10)));
  const last = old.at(-1) as ExportLine;
  const renewed = [
    ...old,
    ...withEntries(chain(last, entries.slice(10), at)).map((line, n) => ({
      ...line,
      entry: entries[n + 10] ?? null,
    })),
  ];
  const anchor = anchorAt(renewed.at(-1) as ExportLine);
  expect(isWhole(await verify(fileOf(renewed), [anchor]))).toBe(true);
  const { broken, unproven } = await verify(fileOf(emptied(renewed, 3)), [anchor]);
  expect(broken).toEqual([]);
  expect(unproven).toEqual(['1 entries are kept back that were sealed before the seal said from whom']);
  // Behind the first line of the new way there is none of the old.
  const back = fileOf([...log.slice(0, 5), ...withEntries(oldChain(entries)).slice(5)]);
  expect((await verify(back)).broken.map(({ why }) => why)).toContain(
    'line 6 of the log does not follow the line before it',
  );
});
