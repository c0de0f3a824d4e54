import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { asPerson } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import type { Services } from '../../platform/procedure.ts';
import { comerOf } from '../../platform/session.ts';
import { calendarFile } from './calendar.ts';
import { calendarPlace } from './letter-store.ts';
import { refuse } from './messages.ts';

/** The calendar file of a place, for whoever has it. */
export function mountCalendar(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/api/workshops/:file', async (request, reply) => {
    const { file } = request.params;
    const id = file.replace(/\.ics$/, '');
    if (id === file || !isUuid(id)) return refuse('workshops.place_unknown', {});
    const found = await asPerson(services.pool, comerOf(request, services.config), async (tx, person) => {
      keepPace(services, 'export', person.id);
      const place = await calendarPlace(tx, id);
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
      .send(calendarFile(found.value, services.config.origin));
  });
}
