import {
  type EntryTexts,
  type ExportLine,
  exportFormat,
  formatHead,
  formatLaterErasures,
  formatLine,
  formatTail,
  genesisHash,
  type Head,
  hashSeal,
  type LaterErasures,
  matchesDigest,
  parseDigest,
  type Tail,
} from './chain.ts';

export type Anchor = { readonly seq: string; readonly hash: string };

export type Fault = { readonly line: number; readonly why: string };

export type Verification = {
  readonly entries: number;
  /** Entries without content: withheld from the exporter, erased or missing. Only their position is checked. */
  readonly withoutContent: number;
  /** Entries with erased content, named by a later entry in the file. */
  readonly erased: number;
  /** Entries erased by an entry after the end of this file, which does not prove the erasure. */
  readonly erasedAfterEnd: readonly string[];
  readonly newestErasedSealedAt: string | null;
  readonly waiting: number;
  readonly last: Anchor;
  readonly broken: readonly Fault[];
  /** Facts that the file cannot prove. The log is intact if `broken` and `unproven` are empty. */
  readonly unproven: readonly string[];
};

type EmptyReason = 'erased' | 'old' | 'own' | 'nothing';

type State = {
  line: number;
  head: Head | null;
  tail: Tail | null;
  entries: number;
  withoutContent: number;
  /** Entries without content, although no other role restricts it. */
  empty: Map<string, { readonly line: number; readonly why: EmptyReason }>;
  erased: number;
  newestErasedSealedAt: string | null;
  closed: boolean;
  behind: Set<string>;
  /** True after an entry in the current format. Later entries in the old format are invalid. */
  hasCurrentFormat: boolean;
  seq: bigint;
  hash: string;
  broken: Fault[];
  anchors: Map<string, string>;
  anchored: bigint;
};

const maxReported = 20;
const isSeq = (seq: unknown): boolean => /^[1-9]\d{0,17}$/.test(String(seq));

function addFault(state: State, why: string): void {
  if (state.broken.length < maxReported) state.broken.push({ line: state.line, why });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function readHead(state: State, text: string): void {
  const value = parseObject(text);
  const head = value as unknown as Head | null;
  if (!head || value?.['format'] !== exportFormat || `${text}\n` !== formatHead(head) || !isSeq(head.from)) {
    addFault(state, 'this is not the beginning of an exported audit log');
    return;
  }
  if (head.from === '1' && head.previous !== genesisHash) addFault(state, 'the first line names a previous hash');
  state.head = head;
  state.seq = BigInt(head.from) - 1n;
  state.hash = head.previous;
  const before = checkAnchor(state, { seq: String(state.seq), hash: head.previous });
  if (before) addFault(state, before);
}

function checkAnchor(state: State, { seq, hash }: Anchor): string | null {
  const anchor = state.anchors.get(seq);
  state.anchors.delete(seq);
  if (anchor === undefined) return null;
  if (anchor !== hash) return `entry ${seq} is not the one that was anchored`;
  if (BigInt(seq) > state.anchored) state.anchored = BigInt(seq);
  return null;
}

function readTail(state: State, text: string, tail: Tail): void {
  state.tail = tail;
  if (`${text}\n` !== formatTail(tail)) addFault(state, 'the footer is not in the format of an export');
  if (tail.lines !== state.entries)
    addFault(state, `the footer says ${tail.lines} entries, there are ${state.entries}`);
  if (tail.last !== String(state.seq) || tail.hash !== state.hash)
    addFault(state, 'the footer does not match the last entry');
}

function readNamed(state: State, text: string, { named, by }: LaterErasures): void {
  const isValid =
    Array.isArray(named) && [...named, by ?? '1'].every(isSeq) && `${text}\n` === formatLaterErasures({ named, by });
  if (!isValid) addFault(state, 'this is not the format of an export');
  else if (by !== null && BigInt(by) <= state.seq) addFault(state, `entry ${by} is not after the end`);
  else for (const seq of named) state.behind.add(seq);
  state.closed = true;
}

/** Returns null if the content matches its seal, or was sealed as withheld. */
function findContentFault(state: State, line: ExportLine): string | null {
  const { seq, digest, entry, missing, erased } = line;
  const sealed = parseDigest(digest);
  if (!sealed || (sealed.isLegacy && state.hasCurrentFormat)) return `entry ${seq} has no valid seal`;
  if (missing) return `the content of entry ${seq} was removed from the log`;
  if (entry && !matchesDigest(entry, digest)) return `entry ${seq} is not the one that was sealed`;
  state.hasCurrentFormat ||= !sealed.isLegacy;
  if (entry) applyErasures(state, entry);
  else if (erased) recordErased(state, line);
  else if (!sealed.forRole) {
    const why = sealed.isLegacy ? 'old' : sealed.about ? 'own' : 'nothing';
    state.empty.set(seq, { line: state.line, why });
  }
  return null;
}

/** Notes a claimed erasure, which only a later entry proves. */
function recordErased(state: State, { seq, sealedAt }: ExportLine): void {
  state.empty.set(seq, { line: state.line, why: 'erased' });
  if (sealedAt > (state.newestErasedSealedAt ?? '')) state.newestErasedSealedAt = sealedAt;
}

function applyErasures(state: State, { action, actorRole, after }: EntryTexts): void {
  const lines = action === 'audit.erased' && actorRole === 'system' ? parseObject(after ?? '')?.['lines'] : null;
  for (const seq of Array.isArray(lines) ? lines.map(String) : []) {
    if (state.empty.get(seq)?.why !== 'erased') continue;
    state.empty.delete(seq);
    state.erased += 1;
  }
}

function findFault(state: State, line: ExportLine): string | null {
  const expected = String(state.seq + 1n);
  if (line.seq !== expected) return `expected entry ${expected}, found ${line.seq}`;
  if (line.previous !== state.hash) return `entry ${line.seq} does not follow the entry before it`;
  const contentFault = findContentFault(state, line);
  if (contentFault) return contentFault;
  if (hashSeal(line) !== line.hash) return `entry ${line.seq} was changed after it was sealed`;
  return checkAnchor(state, line);
}

function readLine(state: State, text: string): void {
  const value = parseObject(text);
  if (state.tail) addFault(state, 'text follows the end');
  else if (value?.['end'] === true) readTail(state, text, value as unknown as Tail);
  else if (value?.['named']) readNamed(state, text, value as unknown as LaterErasures);
  else readEntry(state, text, value);
}

function readEntry(state: State, text: string, value: Record<string, unknown> | null): void {
  const line = value as unknown as ExportLine;
  const isValid =
    value && isSeq(line.seq) && [undefined, true].includes(line.erased) && `${text}\n` === formatLine(line);
  if (!isValid || state.closed || (line.erased && line.entry)) {
    addFault(state, 'this is not the format of an export');
    return;
  }
  state.entries += 1;
  if (!line.entry) state.withoutContent += 1;
  const why = findFault(state, line);
  if (why) addFault(state, why);
  // Continues from the file's own values, so that one fault does not break every later line.
  state.seq = BigInt(line.seq);
  state.hash = line.hash;
}

/**
 * Verifies an exported log from the file and the anchors alone (decision D3). Also reports what the file cannot
 * prove: entries from before the export starts, and entries after the newest anchor.
 */
export async function verify(texts: AsyncIterable<string> | Iterable<string>, anchors: readonly Anchor[] = []) {
  const anchorMap = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
  const counts = { line: 0, entries: 0, withoutContent: 0, erased: 0, seq: 0n, anchored: 0n };
  const start = {
    ...counts,
    head: null,
    tail: null,
    hasCurrentFormat: false,
    hash: genesisHash,
    newestErasedSealedAt: null,
  };
  const lines = { empty: new Map(), behind: new Set<string>(), closed: false };
  const state: State = { ...start, ...lines, broken: [], anchors: anchorMap };
  for await (const text of texts) {
    state.line += 1;
    if (state.line === 1) readHead(state, text);
    else if (state.head) readLine(state, text);
  }
  state.line += 1;
  if (!state.tail) addFault(state, 'the file is cut off: its end line is missing');
  reportEmptied(state);
  for (const seq of anchorMap.keys())
    if (BigInt(seq) > state.seq) addFault(state, `entry ${seq} was anchored and is missing`);
  return toVerification(state);
}

function reportEmptied(state: State): void {
  const end = state.line;
  for (const [seq, { line, why }] of state.empty) {
    state.line = line;
    if (why === 'nothing')
      addFault(state, `entry ${seq} has no content, although it is not restricted to another role`);
    if (why === 'erased' && !state.behind.has(seq))
      addFault(state, `entry ${seq} has no content, and no later entry records its erasure`);
  }
  state.line = end;
}

const listSeqs = ({ empty }: State, reason: EmptyReason): string[] =>
  [...empty].filter(([, { why }]) => why === reason).map(([line]) => line);

const listNamedLater = (state: State) => listSeqs(state, 'erased').filter((line) => state.behind.has(line));

const formatSeqs = (lines: readonly string[]): string =>
  `entries ${lines.slice(0, maxReported).join(', ')}${lines.length > maxReported ? ' ...' : ''}`;

function findUnproven(state: State): string[] {
  const { head, seq, anchored } = state;
  const [withheldOld, withheldOwn, behind] = [
    listSeqs(state, 'old').length,
    listSeqs(state, 'own'),
    listNamedLater(state),
  ];
  const findings: string[] = [];
  const from = BigInt(head?.from ?? 1n);
  const unanchoredStart = anchored >= from - 1n ? '' : ', and no anchor proves the entries before it';
  if (from > 1n) findings.push(`it begins at entry ${from}${unanchoredStart}`);
  if (anchored < from)
    findings.push('no anchor proves its end: later entries may be missing, or the whole log rewritten');
  else if (anchored < seq) findings.push(`no anchor proves the entries after ${anchored}`);
  if (withheldOld > 0) findings.push(`${withheldOld} withheld entries have old seals, which do not name their readers`);
  if (withheldOwn.length > 0) {
    const own = formatSeqs(withheldOwn);
    findings.push(`entries about the exporter are withheld; another person's export shows ${own}`);
  }
  if (behind.length > 0)
    findings.push(`${formatSeqs(behind)} have no content, and the proof of erasure is after the end of this file`);
  return findings;
}

const toVerification = (state: State): Verification => ({
  entries: state.entries,
  withoutContent: state.withoutContent,
  erased: state.erased,
  erasedAfterEnd: listNamedLater(state),
  newestErasedSealedAt: state.newestErasedSealedAt,
  waiting: state.tail?.waiting ?? 0,
  last: { seq: String(state.seq), hash: state.hash },
  broken: state.broken,
  unproven: findUnproven(state),
});
