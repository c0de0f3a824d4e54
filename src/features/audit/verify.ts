import { type EntryTexts, genesis, hashOf, isSealedAs, readDigest, type Seal } from './chain.ts';
import { exportFormat, type Head, headText, lineText, type Tail, tailText } from './export-lines.ts';

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
  readonly waiting: number;
  readonly last: Anchor;
  readonly broken: readonly Broken[];
  /** What the file cannot prove although nothing in it is broken. The log is whole where both are empty. */
  readonly unproven: readonly string[];
};

type State = {
  line: number;
  head: Head | null;
  tail: Tail | null;
  entries: number;
  keptBack: number;
  /** Lines without content that not everybody may be denied, with where they stand and what their seal says of it. */
  empty: Map<string, { readonly line: number; readonly why: 'old' | 'own' | 'nothing' }>;
  erased: number;
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
  if (
    !head ||
    value?.['format'] !== exportFormat ||
    `${text}\n` !== headText(head) ||
    !/^[1-9]\d{0,17}$/.test(head.from)
  ) {
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

type Line = Seal & { entry: EntryTexts | null; missing: boolean };

/** Why the content of a line is not what was sealed; null when it is, or when it was sealed as kept back. */
function contentFault(state: State, { seq, digest, entry, missing }: Line): string | null {
  const sealed = readDigest(digest);
  if (!sealed || (sealed.old && state.renewed)) return `line ${seq} of the log is not sealed as it must be`;
  if (missing) return `the entry of line ${seq} was removed from the log`;
  if (entry && !isSealedAs(entry, digest)) return `the entry of line ${seq} is not the one that was sealed`;
  state.renewed ||= !sealed.old;
  if (entry) forgetErased(state, entry);
  else if (!sealed.forRole) {
    const why = sealed.old ? 'old' : sealed.about ? 'own' : 'nothing';
    state.empty.set(seq, { line: state.line, why });
  }
  return null;
}

/** Lines before this one that it names as erased were not emptied by anybody else. */
function forgetErased(state: State, { action, actorRole, after }: EntryTexts): void {
  const lines = action === 'audit.erased' && actorRole === 'system' ? parsed(after ?? '')?.['lines'] : null;
  for (const seq of Array.isArray(lines) ? lines : []) if (state.empty.delete(String(seq))) state.erased += 1;
}

/** Why a line does not follow the one before it, or is not what was sealed; null when it is sound. */
function fault(state: State, line: Line): string | null {
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
  else readEntry(state, text, value);
}

function readEntry(state: State, text: string, value: Record<string, unknown> | null): void {
  const line = value as unknown as Line;
  const sound = value && /^[1-9]\d{0,17}$/.test(String(line.seq)) && `${text}\n` === lineText(line);
  if (!sound) {
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
 * Checks an exported log with nothing but the file and the anchors: every line is what was sealed, and stands where it
 * stood. What a file proves nothing about is told too: what lies before its beginning and behind the newest anchor,
 * where somebody could have cut off lines, or written them and every hash anew.
 */
export async function verify(texts: AsyncIterable<string> | Iterable<string>, anchors: readonly Anchor[] = []) {
  const known = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
  const counts = { line: 0, entries: 0, keptBack: 0, erased: 0, seq: 0n, anchored: 0n };
  const start = { ...counts, head: null, tail: null, renewed: false, hash: genesis };
  const state: State = { ...start, empty: new Map(), broken: [], anchors: known };
  for await (const text of texts) {
    state.line += 1;
    if (state.line === 1) readHead(state, text);
    else if (state.head) readLine(state, text);
  }
  state.line += 1;
  if (!state.tail) note(state, 'the file ends before its end');
  for (const [seq, { line, why }] of state.empty)
    if (why === 'nothing') {
      state.line = line;
      note(state, `the entry of line ${seq} was emptied: all who read the log may read it`);
    }
  for (const seq of known.keys()) if (BigInt(seq) > state.seq) note(state, `line ${seq} was anchored and is not there`);
  return verdictOf(state);
}

/** What a sound file leaves open. */
function unprovenIn({ head, seq, anchored, empty }: State): string[] {
  const emptyAs = (wanted: string) => [...empty].filter(([, { why }]) => why === wanted).map(([line]) => line);
  const [keptBackOld, keptBackOwn] = [emptyAs('old').length, emptyAs('own')];
  const open: string[] = [];
  const from = BigInt(head?.from ?? 1n);
  const continues = anchored >= from - 1n ? '' : ', and no anchor vouches for what stands before';
  if (from > 1n) open.push(`it begins at line ${from}${continues}`);
  if (anchored < from) open.push('no anchor vouches for its end: lines may have been cut off, or all written anew');
  else if (anchored < seq) open.push(`no anchor vouches for what stands behind line ${anchored}`);
  if (keptBackOld > 0)
    open.push(`${keptBackOld} entries are kept back that were sealed before the seal said from whom`);
  if (keptBackOwn.length > 0) {
    const lines = `${keptBackOwn.slice(0, told).join(', ')}${keptBackOwn.length > told ? ' ...' : ''}`;
    open.push(`whoever exported was not shown what is about themselves; somebody else's export shows lines ${lines}`);
  }
  return open;
}

const verdictOf = (state: State): Verification => ({
  entries: state.entries,
  keptBack: state.keptBack,
  erased: state.erased,
  waiting: state.tail?.waiting ?? 0,
  last: { seq: String(state.seq), hash: state.hash },
  broken: state.broken,
  unproven: unprovenIn(state),
});
