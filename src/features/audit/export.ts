import type { Db } from '../../platform/database.ts';
import { genesis } from './chain.ts';
import { headText, lineText, namedText, tailText } from './export-lines.ts';
import { type Anchored, exportLines, hashAt, headOf, namedBehind } from './export-store.ts';

/** Runs a piece of the export in a transaction of its own, so that a slow reader holds no connection. */
export type InShort = <T>(read: (tx: Db) => Promise<T>) => Promise<T>;

/** The first line wanted, and the last; null to the end of the chain. */
export type Range = { readonly from: string; readonly until: string | null };

const piece = 1_000;

type Opening = { readonly head: Anchored; readonly previous: string };

/** Where the chain ends now, and what stands before the first line wanted. */
const openingOf = (inShort: InShort, { from }: Range): Promise<Opening> =>
  inShort(async (tx) => {
    const previous = from === '1' ? genesis : ((await hashAt(tx, String(BigInt(from) - 1n))) ?? genesis);
    return { head: await headOf(tx), previous };
  });

/**
 * An exported log, to be verified offline (decision D3), piece by piece: its beginning, a stretch of the chain as it
 * stands at this moment, its end. What was erased since the stretch ended, or while it was written, is named there.
 */
export async function* exportTexts(inShort: InShort, range: Range, now: Date): AsyncGenerator<string> {
  const { head, previous } = await openingOf(inShort, range);
  const until = range.until !== null && BigInt(range.until) < BigInt(head.seq) ? range.until : head.seq;
  let last = { seq: String(BigInt(range.from) - 1n), hash: previous };
  let lines = 0;
  yield headText({ from: range.from, previous, exportedAt: now.toISOString() });
  for (let more = true; more; ) {
    const page = await inShort((tx) => exportLines(tx, { after: last.seq, until, limit: piece }));
    if (page.length > 0) yield page.map(lineText).join('');
    lines += page.length;
    last = page.at(-1) ?? last;
    more = page.length === piece;
  }
  const named = await inShort((tx) => namedBehind(tx, { from: range.from, until: last.seq }));
  if (named.length > 0) yield named.map(namedText).join('');
  yield tailText({ lines, last: last.seq, hash: last.hash, waiting: head.waiting });
}
