import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { connectionOf, networkOf } from '../../platform/connection.ts';
import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { inStrangersTurn } from '../../platform/strangers-turn.ts';
import { drawnSmall } from '../documents/public-picture.ts';
import { isFlyer } from './store.ts';

/** Where the flyer of a session is seen. The address names the picture, which never changes. */
export const flyerPath = (file: string): string => `/api/flyers/${file}`;

/**
 * The workshop-flyers, by a public URL for everybody [001 §3 Storage buckets, §7 Storage, decision A5]. What is no
 * flyer of a session is not there.
 */
export function mountFlyers(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/api/flyers/:file', async (request, reply) => {
    const { file } = request.params;
    if (!isUuid(file)) return reply.callNotFound();
    const seen = await inStrangersTurn(request, () => asSystem(services.pool, (tx) => isFlyer(tx, file)));
    const whose = [networkOf(request.ip), connectionOf(request.ip)];
    const picture = seen && (await drawnSmall(services, file, whose));
    if (!picture) return reply.callNotFound();
    return reply.header('cache-control', 'public, max-age=86400, immutable').type('image/webp').send(picture);
  });
}
