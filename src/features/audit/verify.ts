import { digestOf, type EntryTexts, genesis, hashOf, type Seal } from './chain.ts';
import { exportFormat, type Head, headText, lineText, type Tail, tailText } from './export-lines.ts';

/** What was read outside the database at some time: line `seq` had this hash then. */
export type Anchor = { readonly seq: string; readonly hash: string };

/** `line` counts the file's own lines from 1. */
export type Broken = { readonly line: number; readonly why: string };

export type Verdict = {
  readonly entries: number;
  /** Lines whose content was kept back from whoever exported: their place in the chain is checked alone. */
  readonly keptBack: number;
  readonly waiting: number;
  readonly last: Anchor;
  readonly broken: readonly Broken[];
};

type State = {
  line: number;
  head: Head | null;
  tail: Tail | null;
  entries: number;
  keptBack: number;
  seq: bigint;
  hash: string;
  broken: Broken[];
  anchors: Map<string, string>;
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
}

function readTail(state: State, text: string, tail: Tail): void {
  state.tail = tail;
  if (`${text}\n` !== tailText(tail)) note(state, 'the end is not written as an export writes it');
  if (tail.lines !== state.entries) note(state, `the end says ${tail.lines} lines, there are ${state.entries}`);
  if (tail.last !== String(state.seq) || tail.hash !== state.hash) note(state, 'the end names another last line');
}

/** Why a line does not follow the one before it, or is not what was sealed; null when it is sound. */
function fault(state: State, line: Seal & { entry: EntryTexts | null; missing: boolean }): string | null {
  const expected = String(state.seq + 1n);
  if (line.seq !== expected) return `line ${expected} of the log should stand here, not ${line.seq}`;
  if (line.previous !== state.hash) return `line ${line.seq} of the log does not follow the line before it`;
  if (line.missing) return `the entry of line ${line.seq} was removed from the log`;
  if (line.entry && digestOf(line.entry) !== line.digest)
    return `the entry of line ${line.seq} is not the one that was sealed`;
  if (hashOf(line) !== line.hash) return `line ${line.seq} of the log was changed after it was sealed`;
  const anchor = state.anchors.get(line.seq);
  return anchor && anchor !== line.hash ? `line ${line.seq} is not the one that was anchored` : null;
}

function readLine(state: State, text: string): void {
  const value = parsed(text);
  if (state.tail) note(state, 'something stands after the end');
  else if (value?.['end'] === true) readTail(state, text, value as unknown as Tail);
  else readEntry(state, text, value);
}

function readEntry(state: State, text: string, value: Record<string, unknown> | null): void {
  const line = value as unknown as Seal & { entry: EntryTexts | null; missing: boolean };
  const sound = value && /^[1-9]\d{0,17}$/.test(String(line.seq)) && `${text}\n` === lineText(line);
  if (!sound) {
    note(state, 'this is not written as an export writes it');
    return;
  }
  state.entries += 1;
  if (!line.entry) state.keptBack += 1;
  const why = fault(state, line);
  if (why) note(state, why);
  state.anchors.delete(line.seq);
  // Goes on from what the file says, so that the next line is judged by itself.
  state.seq = BigInt(line.seq);
  state.hash = line.hash;
}

/**
 * Checks an exported log with nothing but the file: every line is what was sealed, and stands where it stood. Somebody
 * who rewrites a line and every hash after it, or cuts off the end and writes another, is found only by an anchor that
 * was kept elsewhere, at or behind that line.
 */
export async function verify(texts: AsyncIterable<string> | Iterable<string>, anchors: readonly Anchor[] = []) {
  const known = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
  const start = { line: 0, head: null, tail: null, entries: 0, keptBack: 0, seq: 0n, hash: genesis };
  const state: State = { ...start, broken: [], anchors: known };
  for await (const text of texts) {
    state.line += 1;
    if (state.line === 1) readHead(state, text);
    else if (state.head) readLine(state, text);
  }
  state.line += 1;
  if (!state.tail) note(state, 'the file ends before its end');
  for (const seq of state.anchors.keys())
    if (BigInt(seq) > state.seq) note(state, `line ${seq} was anchored and is not there`);
  return verdictOf(state);
}

const verdictOf = ({ entries, keptBack, tail, seq, hash, broken }: State): Verdict => ({
  entries,
  keptBack,
  waiting: tail?.waiting ?? 0,
  last: { seq: String(seq), hash },
  broken,
});
