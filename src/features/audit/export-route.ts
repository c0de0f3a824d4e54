import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, type SessionUser, withUser } from '../../platform/database/database.ts';
import { assertAllowed, type Services } from '../../platform/http/procedure.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { refuse } from '../../platform/messages.ts';
import { logExport } from '../../platform/observability/security-events.ts';
import { type RunInTransaction, type SeqRange, streamExport } from './export.ts';
import { auditPermissions } from './permissions.ts';

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
