import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { audit, byStaff } from '../../platform/audit.ts';
import { asPerson, type Db, type Person } from '../../platform/database.ts';
import { refuse } from '../../platform/messages.ts';
import { keepPace } from '../../platform/pace.ts';
import { refuseUnlessAllowed, type Services } from '../../platform/procedure.ts';
import { noteTaken } from '../../platform/security-events.ts';
import { comerOf } from '../../platform/session.ts';
import { auditActs } from './acts.ts';
import { exportTexts, type InShort, type Range } from './export.ts';

type ExportRequest = FastifyRequest<{ Querystring: { from?: unknown; until?: unknown } }>;
type Ask = { readonly services: Services; readonly request: ExportRequest };

/** The sealed log as a file for `npm run audit:verify`; whole, or from one line of the chain to another. */
export function mountAuditExport(app: FastifyInstance, services: Services): void {
  app.get('/api/audit.ndjson', (request: ExportRequest, reply) => sendLog({ services, request }, reply));
}

const line = /^[1-9]\d{0,17}$/;
const lineOf = (text: unknown): string | null => (typeof text === 'string' && line.test(text) ? text : null);

/** One act as whoever asks, if they may read the log at this moment. */
async function asReader<T>({ services, request }: Ask, act: (tx: Db, person: Person) => Promise<T>): Promise<T> {
  const comer = comerOf(request, services.config);
  const done = await asPerson(services.pool, comer, async (tx, person) => {
    refuseUnlessAllowed(person, auditActs.read);
    return act(tx, person);
  });
  return done ? done.value : refuse('accounts.sign_in_required', {});
}

/** That somebody took the log away is in the log. */
const recordExport = (ask: Ask, range: Range) =>
  asReader(ask, (tx, person) => {
    keepPace(ask.services, 'export', person.id);
    noteTaken(ask.services, ask.request, { event: 'audit.exported', email: person.email });
    return audit(tx, {
      ...byStaff({ person, request: ask.request }),
      action: 'audit.exported',
      subjectType: 'audit_log',
      subjectId: `${range.from}-${range.until ?? ''}`,
    });
  });

async function sendLog(ask: Ask, reply: FastifyReply) {
  const { from, until } = ask.request.query;
  const range = { from: lineOf(from) ?? '1', until: lineOf(until) };
  await recordExport(ask, range);
  const inShort: InShort = (read) => asReader(ask, read);
  const texts = exportTexts(inShort, range, ask.services.clock());
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="cryptocommerce-audit.ndjson"',
    })
    .type('application/x-ndjson; charset=utf-8')
    .send(Readable.from(texts));
}
