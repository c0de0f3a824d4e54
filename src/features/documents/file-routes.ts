import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { after, minutes } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, type SessionUser, withUser } from '../../platform/database/database.ts';
import { openDecrypted } from '../../platform/files/private-files.ts';
import { deleteStaleTempFiles, drain } from '../../platform/files/temp-file.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { closedSignal, releaseOn } from '../../platform/http/response-stall.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { verifySignedUrl } from './link.ts';
import { refuse } from './messages.ts';
import { extensions } from './purposes.ts';
import { countDocumentRead } from './quotas.ts';
import { findFile, type StoredFile } from './store.ts';
import { showProgress, upload } from './upload-route.ts';

/** The handlers check length and stream, so that an error has the text of the specification. */
export const uploadOptions = { bodyLimit: Number.MAX_SAFE_INTEGER };

/** Accepts raw bytes only: another parser would read the body into memory before the session check. */
export function acceptRawBytes(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
}

export async function mountFiles(app: FastifyInstance, services: Services): Promise<void> {
  const sweep = () => deleteStaleTempFiles(services.files.tempFolder, after(services.clock(), -minutes(60)));
  await sweep();
  const sweeping = setInterval(() => void sweep(), 10 * 60_000).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  await app.register(async (routes) => {
    acceptRawBytes(routes);
    routes.put<{ Querystring: { purpose?: unknown; submission?: unknown } }>(
      '/api/files',
      uploadOptions,
      (request, reply) => answerUpload({ request, reply }, async () => reply.send(await upload(services, request))),
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
    await drainUpload(request, reply);
    throw error;
  }
}

/** Leaves an unread body, and closes the connection after the response. */
export async function drainUpload(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.body instanceof Readable) await drain(request.body);
  if (request.method !== 'GET') reply.header('connection', 'close');
}

type ReadRequest = FastifyRequest<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>;

type ReadContext = { readonly services: Services; readonly request: ReadRequest; readonly ended: AbortSignal };

/** Serves a private file to the signed-in user named in the link (decision A5) [001 §6 Storage]. Never cached. */
async function readFile(services: Services, request: ReadRequest, reply: FastifyReply) {
  const { id } = request.params;
  if (!isUuid(id)) return reply.callNotFound();
  const ended = closedSignal(reply.raw);
  const credentials = credentialsOf(request, services.config);
  const found = await withUser(services.pool, credentials, (tx, person) =>
    findReadable({ services, request, ended }, { tx, person }),
  );
  if (!found) return refuse('accounts.sign_in_required', {});
  const file = found.value;
  if (!file) return reply.callNotFound();
  const content = await openDecrypted(services.files, file, ended).catch((error) => {
    if (!ended.aborted) throw error;
  });
  if (!content || ended.aborted) return reply.hijack();
  return reply
    .headers({
      'content-disposition': `attachment; filename="${file.id}.${extensions[file.mime] ?? 'bin'}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'content-length': file.bytes,
    })
    .type(file.mime)
    .send(content);
}

type Reader = { readonly tx: Db; readonly person: SessionUser };

/** Returns the file when link, user and row security allow it. Audits staff who open a customer's file. */
async function findReadable(
  { services, request, ended }: ReadContext,
  { tx, person }: Reader,
): Promise<StoredFile | null> {
  const { id } = request.params;
  checkRateLimit(services, 'file', person.id);
  releaseOn(ended, services.files.downloads(person, request.ip) ?? refuse('general.busy', {}));
  const target = { fileId: id, personId: person.id, now: services.clock() };
  const link = verifySignedUrl(target, request.query, services.config.authSecret);
  if (link === 'false') return null;
  if (link === 'expired') return refuse('documents.link_lapsed', {});
  const file = await findFile(tx, id);
  if (file?.state !== 'clean') return null;
  if (file.userId !== person.id) {
    await countDocumentRead(services, tx, person.id);
    await auditView(tx, person, { file, requestId: request.id });
  }
  return file;
}

const auditView = (tx: Db, person: SessionUser, { file, requestId }: { file: StoredFile; requestId: string }) =>
  audit(tx, {
    ...byStaff({ person, request: { id: requestId } }),
    action: 'documents.file_viewed',
    subjectType: 'file',
    subjectId: file.id,
    aboutId: file.userId,
    after: { purpose: file.purpose, customer: file.userId },
  });
