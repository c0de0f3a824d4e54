import type { Db } from '../../platform/database/database.ts';
import { genesisHash } from './chain.ts';
import { formatHead, formatLaterErasures, formatLine, formatTail } from './export-format.ts';
import { type ChainHead, findHashAt, findLaterErasures, loadChainHead, loadExportLines } from './export-store.ts';

/** Runs one page of the export in a separate transaction, so that a slow reader holds no connection. */
export type RunInTransaction = <T>(read: (tx: Db) => Promise<T>) => Promise<T>;

export type SeqRange = { readonly from: string; readonly until: string | null };

const pageSize = 1_000;

type ExportStart = { readonly head: ChainHead; readonly previous: string };

const loadStart = (runInTransaction: RunInTransaction, { from }: SeqRange): Promise<ExportStart> =>
  runInTransaction(async (tx) => {
    const previous = from === '1' ? genesisHash : ((await findHashAt(tx, String(BigInt(from) - 1n))) ?? genesisHash);
    return { head: await loadChainHead(tx), previous };
  });

/** Yields an export for offline verification (decision D3): head, lines, later erasures, tail. */
export async function* streamExport(
  runInTransaction: RunInTransaction,
  range: SeqRange,
  now: Date,
): AsyncGenerator<string> {
  const { head, previous } = await loadStart(runInTransaction, range);
  const until = range.until !== null && BigInt(range.until) < BigInt(head.seq) ? range.until : head.seq;
  let last = { seq: String(BigInt(range.from) - 1n), hash: previous };
  let lines = 0;
  yield formatHead({ from: range.from, previous, exportedAt: now.toISOString() });
  for (let hasMore = true; hasMore; ) {
    const page = await runInTransaction((tx) => loadExportLines(tx, { after: last.seq, until, limit: pageSize }));
    if (page.length > 0) yield page.map(formatLine).join('');
    lines += page.length;
    last = page.at(-1) ?? last;
    hasMore = page.length === pageSize;
  }
  const named = await runInTransaction((tx) => findLaterErasures(tx, { from: range.from, until: last.seq }));
  if (named.length > 0) yield named.map(formatLaterErasures).join('');
  yield formatTail({ lines, last: last.seq, hash: last.hash, waiting: head.waiting });
}
