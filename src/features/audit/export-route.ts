import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, type SessionUser, withUser } from '../../platform/database/database.ts';
import { assertAllowed, type Services } from '../../platform/http/procedure.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { refuse } from '../../platform/messages.ts';
import { logExport } from '../../platform/observability/security-events.ts';
import { formatHead, formatLaterErasures, formatLine, formatTail, genesisHash } from './chain.ts';
import { auditPermissions } from './permissions.ts';
import { type ChainHead, findHashAt, findLaterErasures, loadChainHead, loadExportLines } from './store.ts';

/** Runs one page of the export in a separate transaction, so that a slow reader holds no connection. */
export type RunInTransaction = <T>(read: (tx: Db) => Promise<T>) => Promise<T>;

type SeqRange = { readonly from: string; readonly until: string | null };

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

type ExportRequest = FastifyRequest<{ Querystring: { from?: unknown; until?: unknown } }>;
type ExportContext = { readonly services: Services; readonly request: ExportRequest };

/** Serves the sealed log as a file for `npm run audit:verify`: the whole chain or one range. */
export function mountAuditExport(app: FastifyInstance, services: Services): void {
  app.get('/api/audit.ndjson', (request: ExportRequest, reply) => sendLog({ services, request }, reply));
}

const seqPattern = /^[1-9]\d{0,17}$/;
const parseSeq = (text: unknown): string | null => (typeof text === 'string' && seqPattern.test(text) ? text : null);

/** Runs `fn` as the signed-in reader. Refuses a person without the permission. */
async function withReader<T>(
  { services, request }: ExportContext,
  fn: (tx: Db, person: SessionUser) => Promise<T>,
): Promise<T> {
  const credentials = credentialsOf(request, services.config);
  const result = await withUser(services.pool, credentials, async (tx, person) => {
    assertAllowed(person, auditPermissions.read);
    return fn(tx, person);
  });
  return result ? result.value : refuse('accounts.sign_in_required', {});
}

const auditExport = (context: ExportContext, range: SeqRange) =>
  withReader(context, (tx, person) => {
    checkRateLimit(context.services, 'export', person.id);
    logExport(context.services, context.request, { event: 'audit.exported', email: person.email });
    return audit(tx, {
      ...byStaff({ person, request: context.request }),
      action: 'audit.exported',
      subjectType: 'audit_log',
      subjectId: `${range.from}-${range.until ?? ''}`,
    });
  });

async function sendLog(context: ExportContext, reply: FastifyReply) {
  const { from, until } = context.request.query;
  const range = { from: parseSeq(from) ?? '1', until: parseSeq(until) };
  await auditExport(context, range);
  const runInTransaction: RunInTransaction = (read) => withReader(context, read);
  const texts = streamExport(runInTransaction, range, context.services.clock());
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="cryptocommerce-audit.ndjson"',
    })
    .type('application/x-ndjson; charset=utf-8')
    .send(Readable.from(texts));
}
