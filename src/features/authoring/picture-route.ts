import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { whoseOf } from '../../platform/connection.ts';
import { asPerson } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import type { Services } from '../../platform/procedure.ts';
import { comerOf } from '../../platform/session.ts';
import { ownFiles } from '../documents/own-files.ts';
import { drawnSmall } from '../documents/public-picture.ts';
import { picturePath } from '../learning/picture-path.ts';
import { isPictureFor } from './store.ts';

/**
 * The pictures of lessons, drawn anew, for whoever takes their course or writes it, and for whoever uploaded one
 * (decision A5). What is no picture of a course is not there. An address names a picture, which never changes.
 */
export function mountLessonPictures(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>(picturePath(':file'), async (request, reply) => {
    const { file } = request.params;
    if (!isUuid(file)) return reply.callNotFound();
    const seen = await asPerson(services.pool, comerOf(request, services.config), async (tx, person) => {
      keepPace(services, 'file', person.id);
      if (await isPictureFor(tx, file)) return person.id;
      const isOwn = (await ownFiles(tx, [file])).some(({ purpose }) => purpose === 'lesson-picture');
      return isOwn ? person.id : null;
    });
    const picture = seen?.value && (await drawnSmall(services, file, whoseOf(request.ip, seen.value)));
    if (!picture) return reply.callNotFound();
    return reply.header('cache-control', 'private, max-age=86400, immutable').type('image/webp').send(picture);
  });
}
