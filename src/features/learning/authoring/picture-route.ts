import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../../kernel/uuid.ts';
import { withUser } from '../../../platform/database/database.ts';
import { getQueueKeys } from '../../../platform/http/client-network.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { findMyFiles } from '../../documents/my-files.ts';
import { loadSmallPicture } from '../../documents/public-picture.ts';
import { picturePath } from '../picture-path.ts';
import { canSeePicture } from './store.ts';

/** Serves lesson pictures to learners, instructors and the uploader (decision A5). Cacheable: they never change. */
export function mountLessonPictures(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>(picturePath(':file'), async (request, reply) => {
    const { file } = request.params;
    if (!isUuid(file)) return reply.callNotFound();
    const seen = await withUser(services.pool, credentialsOf(request, services.config), async (tx, person) => {
      checkRateLimit(services, 'file', person.id);
      if (await canSeePicture(tx, file)) return person.id;
      const isOwn = (await findMyFiles(tx, [file])).some(({ purpose }) => purpose === 'lesson-picture');
      return isOwn ? person.id : null;
    });
    const picture = seen?.value && (await loadSmallPicture(services, file, getQueueKeys(request.ip, seen.value)));
    if (!picture) return reply.callNotFound();
    return reply.header('cache-control', 'private, max-age=86400, immutable').type('image/webp').send(picture);
  });
}
