import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../kernel/uuid.ts';
import { withUser } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { buildCalendarFile } from './calendar.ts';
import { findCalendarSeat } from './email-store.ts';
import { refuse } from './messages.ts';

/** Serves the calendar file of a seat. Only its owner can download it. */
export function mountCalendar(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/api/workshops/:file', async (request, reply) => {
    const { file } = request.params;
    const id = file.replace(/\.ics$/, '');
    if (id === file || !isUuid(id)) return refuse('workshops.place_unknown', {});
    const found = await withUser(services.pool, credentialsOf(request, services.config), async (tx, person) => {
      checkRateLimit(services, 'export', person.id);
      const place = await findCalendarSeat(tx, id);
      return place?.userId === person.id ? place : null;
    });
    if (!found) return refuse('accounts.sign_in_required', {});
    if (!found.value?.everPaid) return refuse('workshops.place_unknown', {});
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="workshop-${found.value.code}.ics"`,
      })
      .type('text/calendar; charset=utf-8')
      .send(buildCalendarFile(found.value, services.config.origin));
  });
}
