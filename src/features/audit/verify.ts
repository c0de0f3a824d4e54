import { type EntryTexts, genesis, hashOf, isSealedAs, readDigest } from './chain.ts';
import {
  type ExportLine,
  exportFormat,
  type Head,
  headText,
  lineText,
  type Named,
  namedText,
  type Tail,
  tailText,
} from './export-lines.ts';

/** What was read outside the database at some time: line `seq` had this hash then. */
export type Anchor = { readonly seq: string; readonly hash: string };

/** `line` counts the file's own lines from 1. */
export type Broken = { readonly line: number; readonly why: string };

export type Verification = {
  readonly entries: number;
  /** Lines whose content was kept back from whoever exported: their place in the chain is checked alone. */
  readonly keptBack: number;
  /** Of these, the lines whose content was erased, as a later entry says: it was kept long enough. */
  readonly erased: number;
  /** Lines that were erased, as the export says, by an entry behind the end of this file: it does not show that. */
  readonly namedBehind: readonly string[];
  /** When the youngest of the lines that were erased was sealed: one of yesterday was not kept long enough. */
  readonly youngestErased: string | null;
  readonly waiting: number;
  readonly last: Anchor;
  readonly broken: readonly Broken[];
  /** What the file cannot prove although nothing in it is broken. The log is whole where both are empty. */
  readonly unproven: readonly string[];
};

type Empty = 'erased' | 'old' | 'own' | 'nothing';

type State = {
  line: number;
  head: Head | null;
  tail: Tail | null;
  entries: number;
  keptBack: number;
  /** Lines without content that not everybody may be denied, with where they stand and what is said of it. */
  empty: Map<string, { readonly line: number; readonly why: Empty }>;
  erased: number;
  youngestErased: string | null;
  /** Whether the lines ended, and which of them are named behind them. */
  closed: boolean;
  behind: Set<string>;
  /** Whether a line was sealed in the new way: none behind it was in the old. */
  renewed: boolean;
  seq: bigint;
  hash: string;
  broken: Broken[];
  /** Anchors that no line of the file has met yet. */
  anchors: Map<string, string>;
  /** The last line that was anchored. */
  anchored: bigint;
};

const told = 20;
const isLine = (seq: unknown): boolean => /^[1-9]\d{0,17}$/.test(String(seq));

function note(state: State, why: string): void {
  if (state.broken.length < told) state.broken.push({ line: state.line, why });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function readHead(state: State, text: string): void {
  const value = parsed(text);
  const head = value as unknown as Head | null;
  if (!head || value?.['format'] !== exportFormat || `${text}\n` !== headText(head) || !isLine(head.from)) {
    note(state, 'this is not the beginning of an exported audit log');
    return;
  }
  if (head.from === '1' && head.previous !== genesis) note(state, 'something stands before the first line');
  state.head = head;
  state.seq = BigInt(head.from) - 1n;
  state.hash = head.previous;
  const before = meetAnchor(state, { seq: String(state.seq), hash: head.previous });
  if (before) note(state, before);
}

/** Holds a line against what was read of it elsewhere; why it is not the same, or null. */
function meetAnchor(state: State, { seq, hash }: Anchor): string | null {
  const anchor = state.anchors.get(seq);
  state.anchors.delete(seq);
  if (anchor === undefined) return null;
  if (anchor !== hash) return `line ${seq} is not the one that was anchored`;
  if (BigInt(seq) > state.anchored) state.anchored = BigInt(seq);
  return null;
}

function readTail(state: State, text: string, tail: Tail): void {
  state.tail = tail;
  if (`${text}\n` !== tailText(tail)) note(state, 'the end is not written as an export writes it');
  if (tail.lines !== state.entries) note(state, `the end says ${tail.lines} lines, there are ${state.entries}`);
  if (tail.last !== String(state.seq) || tail.hash !== state.hash) note(state, 'the end names another last line');
}

/** Which lines are named as erased where this file does not reach. */
function readNamed(state: State, text: string, { named, by }: Named): void {
  const sound = Array.isArray(named) && [...named, by ?? '1'].every(isLine) && `${text}\n` === namedText({ named, by });
  if (!sound) note(state, 'this is not written as an export writes it');
  else if (by !== null && BigInt(by) <= state.seq) note(state, `line ${by} does not stand behind the end`);
  else for (const seq of named) state.behind.add(seq);
  state.closed = true;
}

/** Why the content of a line is not what was sealed; null when it is, or when it was sealed as kept back. */
function contentFault(state: State, line: ExportLine): string | null {
  const { seq, digest, entry, missing, erased } = line;
  const sealed = readDigest(digest);
  if (!sealed || (sealed.old && state.renewed)) return `line ${seq} of the log is not sealed as it must be`;
  if (missing) return `the entry of line ${seq} was removed from the log`;
  if (entry && !isSealedAs(entry, digest)) return `the entry of line ${seq} is not the one that was sealed`;
  state.renewed ||= !sealed.old;
  if (entry) forgetErased(state, entry);
  else if (erased) keepErased(state, line);
  else if (!sealed.forRole) {
    const why = sealed.old ? 'old' : sealed.about ? 'own' : 'nothing';
    state.empty.set(seq, { line: state.line, why });
  }
  return null;
}

/** Whoever may read a line: that it was erased has to be said by a later one. */
function keepErased(state: State, { seq, sealedAt }: ExportLine): void {
  state.empty.set(seq, { line: state.line, why: 'erased' });
  if (sealedAt > (state.youngestErased ?? '')) state.youngestErased = sealedAt;
}

/** Lines before this one that it names as erased were not emptied by anybody else. */
function forgetErased(state: State, { action, actorRole, after }: EntryTexts): void {
  const lines = action === 'audit.erased' && actorRole === 'system' ? parsed(after ?? '')?.['lines'] : null;
  for (const seq of Array.isArray(lines) ? lines.map(String) : []) {
    if (state.empty.get(seq)?.why !== 'erased') continue;
    state.empty.delete(seq);
    state.erased += 1;
  }
}

/** Why a line does not follow the one before it, or is not what was sealed; null when it is sound. */
function fault(state: State, line: ExportLine): string | null {
  const expected = String(state.seq + 1n);
  if (line.seq !== expected) return `line ${expected} of the log should stand here, not ${line.seq}`;
  if (line.previous !== state.hash) return `line ${line.seq} of the log does not follow the line before it`;
  const content = contentFault(state, line);
  if (content) return content;
  if (hashOf(line) !== line.hash) return `line ${line.seq} of the log was changed after it was sealed`;
  return meetAnchor(state, line);
}

function readLine(state: State, text: string): void {
  const value = parsed(text);
  if (state.tail) note(state, 'something stands after the end');
  else if (value?.['end'] === true) readTail(state, text, value as unknown as Tail);
  else if (value?.['named']) readNamed(state, text, value as unknown as Named);
  else readEntry(state, text, value);
}

function readEntry(state: State, text: string, value: Record<string, unknown> | null): void {
  const line = value as unknown as ExportLine;
  const sound = value && isLine(line.seq) && [undefined, true].includes(line.erased) && `${text}\n` === lineText(line);
  if (!sound || state.closed || (line.erased && line.entry)) {
    note(state, 'this is not written as an export writes it');
    return;
  }
  state.entries += 1;
  if (!line.entry) state.keptBack += 1;
  const why = fault(state, line);
  if (why) note(state, why);
  // Goes on from what the file says, so that the next line is judged by itself.
  state.seq = BigInt(line.seq);
  state.hash = line.hash;
}

/**
 * Checks an exported log with nothing but the file and the anchors (decision D3): every line is what was sealed, and
 * stands where it stood. What a file proves nothing about is told too: what lies before its beginning and behind the
 * newest anchor, where somebody could have cut off lines, or written them and every hash anew.
 */
export async function verify(texts: AsyncIterable<string> | Iterable<string>, anchors: readonly Anchor[] = []) {
  const known = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
  const counts = { line: 0, entries: 0, keptBack: 0, erased: 0, seq: 0n, anchored: 0n };
  const start = { ...counts, head: null, tail: null, renewed: false, hash: genesis, youngestErased: null };
  const lines = { empty: new Map(), behind: new Set<string>(), closed: false };
  const state: State = { ...start, ...lines, broken: [], anchors: known };
  for await (const text of texts) {
    state.line += 1;
    if (state.line === 1) readHead(state, text);
    else if (state.head) readLine(state, text);
  }
  state.line += 1;
  if (!state.tail) note(state, 'the file ends before its end');
  noteEmptied(state);
  for (const seq of known.keys()) if (BigInt(seq) > state.seq) note(state, `line ${seq} was anchored and is not there`);
  return verdictOf(state);
}

/** Tells of lines that are empty and may not be. */
function noteEmptied(state: State): void {
  const end = state.line;
  for (const [seq, { line, why }] of state.empty) {
    state.line = line;
    if (why === 'nothing') note(state, `the entry of line ${seq} was emptied: all who read the log may read it`);
    if (why === 'erased' && !state.behind.has(seq))
      note(state, `the entry of line ${seq} was emptied, and no later one names it as erased`);
  }
  state.line = end;
}

const linesIn = ({ empty }: State, wanted: Empty): string[] =>
  [...empty].filter(([, { why }]) => why === wanted).map(([line]) => line);

const namedBehindIn = (state: State) => linesIn(state, 'erased').filter((line) => state.behind.has(line));

const listed = (lines: readonly string[]): string =>
  `lines ${lines.slice(0, told).join(', ')}${lines.length > told ? ' ...' : ''}`;

/** What a sound file leaves open. */
function unprovenIn(state: State): string[] {
  const { head, seq, anchored } = state;
  const [keptBackOld, keptBackOwn, behind] = [
    linesIn(state, 'old').length,
    linesIn(state, 'own'),
    namedBehindIn(state),
  ];
  const open: string[] = [];
  const from = BigInt(head?.from ?? 1n);
  const continues = anchored >= from - 1n ? '' : ', and no anchor vouches for what stands before';
  if (from > 1n) open.push(`it begins at line ${from}${continues}`);
  if (anchored < from) open.push('no anchor vouches for its end: lines may have been cut off, or all written anew');
  else if (anchored < seq) open.push(`no anchor vouches for what stands behind line ${anchored}`);
  if (keptBackOld > 0)
    open.push(`${keptBackOld} entries are kept back that were sealed before the seal said from whom`);
  if (keptBackOwn.length > 0) {
    const own = listed(keptBackOwn);
    open.push(`whoever exported was not shown what is about themselves; somebody else's export shows ${own}`);
  }
  if (behind.length > 0)
    open.push(
      `${listed(behind)} are empty and named by nothing up to here: what names them stands behind this file's end`,
    );
  return open;
}

const verdictOf = (state: State): Verification => ({
  entries: state.entries,
  keptBack: state.keptBack,
  erased: state.erased,
  namedBehind: namedBehindIn(state),
  youngestErased: state.youngestErased,
  waiting: state.tail?.waiting ?? 0,
  last: { seq: String(state.seq), hash: state.hash },
  broken: state.broken,
  unproven: unprovenIn(state),
});
