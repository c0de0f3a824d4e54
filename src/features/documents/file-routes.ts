import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { after, minutes } from '../../kernel/clock.ts';
import { drain, sweepSideFiles } from '../../platform/files/side-file.ts';
import type { Services } from '../../platform/procedure.ts';
import { readFile } from './read-route.ts';
import { arrived, upload } from './upload-route.ts';

/** One raw PUT for each file, and a private way to read it again. */
export async function mountFiles(app: FastifyInstance, services: Services): Promise<void> {
  const sweep = () => sweepSideFiles(services.files.sideFolder, after(services.clock(), -minutes(60)));
  await sweep();
  const sweeping = setInterval(() => void sweep(), 10 * 60_000).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  await app.register(async (routes) => {
    // Raw bytes alone: anything else would be read whole into memory before anybody asks who sends it.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    // The declared length and the stream itself are judged below, so that the refusal carries the documented words.
    const route = { bodyLimit: Number.MAX_SAFE_INTEGER };
    routes.put<{ Querystring: { purpose?: unknown; submission?: unknown } }>('/api/files', route, (request, reply) =>
      answering({ request, reply }, async () => reply.send(await upload(services, request))),
    );
  });
  app.get<{ Params: { id: string } }>('/api/uploads/:id', (request, reply) =>
    answering({ request, reply }, async () =>
      reply.header('cache-control', 'no-store').send(await arrived(services, request)),
    ),
  );
  app.get<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
    '/api/files/:id',
    (request, reply) => answering({ request, reply }, () => readFile(services, request, reply)),
  );
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Ends a sending that is refused before it is through; whoever left in the middle of it gets no answer. */
async function answering({ request, reply }: Exchange, act: () => Promise<unknown>): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    if (request.raw.destroyed && !request.raw.complete) return reply.code(400).send();
    // What is left of a body is not read: the connection ends with the answer, whatever the answer is.
    if (request.body instanceof Readable) await drain(request.body);
    if (request.method === 'PUT') reply.header('connection', 'close');
    throw error;
  }
}
