import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFor } from '../../kernel/acts.ts';
import { atHour } from '../../kernel/calendar.ts';
import { asPerson, type Db, type Person } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import type { Services } from '../../platform/procedure.ts';
import { noteTaken } from '../../platform/security-events.ts';
import { comerOf } from '../../platform/session.ts';
import { complianceActs } from './acts.ts';
import { officer } from './desk.ts';
import { figuresCsv, figuresOf, lastMonths } from './figures.ts';
import { countedSince } from './figures-store.ts';
import { refuse } from './messages.ts';
import { ShowFigures } from './schema.ts';
import type { Figures, MonthFigures } from './views.ts';

async function figuresFor(
  tx: Db,
  person: Person,
  { now, months }: { now: Date; months: number },
): Promise<MonthFigures[]> {
  const names = lastMonths(now, months);
  const counts = await countedSince(tx, atHour(`${names[0] ?? ''}-01`, 0));
  return figuresOf(names, counts, isFor(complianceActs.report, person.roles));
}

/** What was raised, decided, held and reported, month by month. */
export const showFigures = officer()
  .input(ShowFigures)
  .handler(
    async ({ context: { services, tx, person }, input }): Promise<Figures> => ({
      months: await figuresFor(tx, person, { now: services.clock(), months: input.months }),
    }),
  );

/** The same as a CSV file, for whoever may see it. */
export function mountFigures(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: { months?: string } }>('/api/compliance/figures.csv', (request, reply) =>
    sendFigures(services, request, reply),
  );
}

type FiguresRequest = FastifyRequest<{ Querystring: { months?: string } }>;

async function sendFigures(services: Services, request: FiguresRequest, reply: FastifyReply) {
  const wish = ShowFigures.safeParse({ months: Number(request.query.months ?? 12) });
  if (!wish.success) return refuse('general.invalid_input', {});
  const now = services.clock();
  const comer = comerOf(request, services.config);
  const found = await asPerson(services.pool, comer, async (tx, person) => {
    if (!isFor(complianceActs.work, person.roles)) return null;
    keepPace(services, 'export', person.id);
    noteTaken(services, request, { event: 'figures.exported', email: person.email });
    return figuresFor(tx, person, { now, months: wish.data.months });
  });
  if (!found) return refuse('accounts.sign_in_required', {});
  if (!found.value) return refuse('staff.not_allowed', {});
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="cryptocommerce-compliance.csv"',
    })
    .type('text/csv; charset=utf-8')
    .send(figuresCsv(found.value));
}
