import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { after, minutes } from '../../kernel/clock.ts';
import { deleteStaleTempFiles, drain } from '../../platform/files/temp-file.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { readFile } from './read-route.ts';
import { showProgress, upload } from './upload-route.ts';

export async function mountFiles(app: FastifyInstance, services: Services): Promise<void> {
  const sweep = () => deleteStaleTempFiles(services.files.tempFolder, after(services.clock(), -minutes(60)));
  await sweep();
  const sweeping = setInterval(() => void sweep(), 10 * 60_000).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  await app.register(async (routes) => {
    // Accepts raw bytes only: another parser would read the body into memory before the session check.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    // The handlers check length and stream, so that an error has the text of the specification.
    const route = { bodyLimit: Number.MAX_SAFE_INTEGER };
    routes.put<{ Querystring: { purpose?: unknown; submission?: unknown } }>('/api/files', route, (request, reply) =>
      answerUpload({ request, reply }, async () => reply.send(await upload(services, request))),
    );
  });
  app.get<{ Params: { id: string } }>('/api/uploads/:id', (request, reply) =>
    answerUpload({ request, reply }, async () =>
      reply.header('cache-control', 'no-store').send(await showProgress(services, request)),
    ),
  );
  app.get<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
    '/api/files/:id',
    (request, reply) => answerUpload({ request, reply }, () => readFile(services, request, reply)),
  );
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

async function answerUpload({ request, reply }: Exchange, act: () => Promise<unknown>): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    if (request.raw.destroyed && !request.raw.complete) return reply.code(400).send();
    // Leaves the unread body, and closes the connection after the response.
    if (request.body instanceof Readable) await drain(request.body);
    if (request.method === 'PUT') reply.header('connection', 'close');
    throw error;
  }
}
