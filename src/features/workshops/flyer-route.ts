import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../kernel/uuid.ts';
import { withSystem } from '../../platform/database/database.ts';
import { getConnectionKey, getNetworkKey } from '../../platform/http/client-network.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { queueAnonymous } from '../../platform/limits/anonymous-queue.ts';
import { loadSmallPicture } from '../documents/public-picture.ts';
import { isFlyer } from './store.ts';

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
