import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { after, days } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Code, messageFor } from '../../messages.ts';
import { audit } from '../../platform/audit.ts';
import { asPerson } from '../../platform/database.ts';
import { maxFileBytes, type NotKept } from '../../platform/files.ts';
import type { Services } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import { personOf } from '../../platform/who.ts';
import { addFile, fileById, uploadedSince } from './file-store.ts';

/** What may be uploaded here, and as what: images or PDF [001 §5]. */
const purposes = ['transaction-proof', 'source-of-funds'] as const;
const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** A day's worth for the busiest honest customer. */
const perDay = { files: 60, bytes: 200n * 1024n * 1024n };

const refusals: Record<NotKept, Code> = {
  too_large: 'trading.file_too_large',
  unsupported: 'trading.file_unsupported',
  empty: 'trading.file_unsupported',
};

/** One raw PUT for each file, streamed to its place while it is counted; and a private way to read it again. */
export async function mountTradingFiles(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (door) => {
    // Raw bytes alone: anything else would be read whole into memory before anybody asks who sends it.
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    // The declared length and the stream itself are judged below, so that the refusal carries the documented words.
    const route = { bodyLimit: Number.MAX_SAFE_INTEGER };
    door.put<{ Querystring: { purpose?: string } }>('/api/files', route, (request, reply) =>
      upload(services, request, reply),
    );
  });
  app.get<{ Params: { id: string } }>('/api/files/:id', (request, reply) => download(services, request, reply));
}

function refuseWith(reply: FastifyReply, code: Code) {
  const { status, title, text } = messageFor(code);
  // What is left of the body is not read: the connection ends with the answer.
  return reply.code(status).header('connection', 'close').send({ code, title, text });
}

type UploadRequest = FastifyRequest<{ Querystring: { purpose?: string } }>;

async function upload(services: Services, request: UploadRequest, reply: FastifyReply) {
  const purpose = purposes.find((name) => name === request.query.purpose);
  const person = await personOf(services, request);
  if (!person) return refuseWith(reply, 'accounts.sign_in_required');
  if (!purpose || !request.body) return refuseWith(reply, 'general.invalid_input');
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes) return refuseWith(reply, 'trading.file_too_large');
  if (await overQuota(services, request)) return refuseWith(reply, 'trading.too_many_files');

  const id = randomUUID();
  const path = `transaction-proofs/${person.id}/${id}`;
  const kept = await services.files.keep(path, request.body as Readable, Object.keys(extensions));
  if (typeof kept === 'string') return refuseWith(reply, refusals[kept]);
  const file = { ...kept, id, userId: person.id, purpose, path, name: shownName(request, kept.mime) };
  const token = sessionToken(request, services.config) ?? '';
  const saved = await asPerson(services.pool, token, (tx) => addFile(tx, file)).catch(async (error) => {
    await services.files.remove(path);
    throw error;
  });
  if (!saved) return refuseWith(reply, 'accounts.sign_in_required');
  return reply.send({ id, name: file.name, bytes: kept.bytes, mime: kept.mime });
}

async function overQuota(services: Services, request: FastifyRequest): Promise<boolean> {
  const since = after(services.clock(), -days(1));
  const token = sessionToken(request, services.config) ?? '';
  const used = await asPerson(services.pool, token, (tx, person) => uploadedSince(tx, person.id, since));
  return used === null || used.value.files >= perDay.files || used.value.bytes >= perDay.bytes;
}

/** The name the customer knows the file by, for showing alone: no path is ever made of it. */
function shownName(request: FastifyRequest, mime: string): string {
  const given = String(request.headers['x-file-name'] ?? '');
  let name = given;
  try {
    name = decodeURIComponent(given);
  } catch {
    // Not encoded as our own page does it: taken as it stands.
  }
  const plain = name
    .replaceAll(/[\p{C}/\\]/gu, '')
    .trim()
    .slice(0, 120);
  return plain || `file.${extensions[mime]}`;
}

type DownloadRequest = FastifyRequest<{ Params: { id: string } }>;

async function download(services: Services, request: DownloadRequest, reply: FastifyReply) {
  const { id } = request.params;
  if (!isUuid(id)) return reply.callNotFound();
  const token = sessionToken(request, services.config) ?? '';
  const found = await asPerson(services.pool, token, async (tx, person) => {
    const file = await fileById(tx, id);
    const foreign = file !== null && file.userId !== person.id;
    // A customer's papers: every look by staff is on record.
    if (foreign) {
      const record = { action: 'trading.file_viewed', subjectType: 'file', subjectId: id, requestId: request.id };
      await audit(tx, { actorId: person.id, actorRole: person.roles.join(','), ...record });
    }
    return file;
  });
  if (!found) return refuseWith(reply, 'accounts.sign_in_required');
  const file = found.value;
  if (!file) return reply.callNotFound();
  return reply
    .headers({
      'content-disposition': `attachment; filename="${file.id}.${extensions[file.mime] ?? 'bin'}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'content-length': file.bytes,
    })
    .type(file.mime)
    .send(services.files.read(file.path));
}
