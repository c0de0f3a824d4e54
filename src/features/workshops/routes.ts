import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../kernel/uuid.ts';
import { withSystem, withUser } from '../../platform/database/database.ts';
import { getConnectionKey, getNetworkKey } from '../../platform/http/client-network.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { queueAnonymous } from '../../platform/limits/anonymous-queue.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { loadSmallPicture } from '../documents/public-picture.ts';
import { buildCalendarFile } from './calendar.ts';
import { refuse } from './messages.ts';
import { findCalendarSeat, isFlyer } from './store.ts';

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

export const flyerPath = (file: string): string => `/api/flyers/${file}`;

/** Serves the flyers of announced sessions to anyone [001 §3 Storage buckets, §7 Storage, decision A5]. */
export function mountFlyers(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/api/flyers/:file', async (request, reply) => {
    const { file } = request.params;
    if (!isUuid(file)) return reply.callNotFound();
    const seen = await queueAnonymous(request, () => withSystem(services.pool, (tx) => isFlyer(tx, file)));
    const queueKeys = [getNetworkKey(request.ip), getConnectionKey(request.ip)];
    const picture = seen && (await loadSmallPicture(services, file, queueKeys));
    if (!picture) return reply.callNotFound();
    return reply.header('cache-control', 'public, max-age=86400, immutable').type('image/webp').send(picture);
  });
}
