import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { leaveWhen, overOf } from '../../platform/answers.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { asPerson, type Db, type Person } from '../../platform/database.ts';
import { bringOut } from '../../platform/files/private-files.ts';
import { keepPace } from '../../platform/pace.ts';
import type { Services } from '../../platform/procedure.ts';
import { comerOf } from '../../platform/session.ts';
import { judgeLink } from './link.ts';
import { refuse } from './messages.ts';
import { extensions } from './purposes.ts';
import { fileById, type StoredFile } from './store.ts';

export type ReadRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: { expires?: unknown; signature?: unknown };
}>;

type Ask = { readonly services: Services; readonly request: ReadRequest; readonly over: AbortSignal };

/**
 * A private file, for whoever holds a link of their own and is signed in (decision A5): access is enforced by the
 * server [001 §6 Storage]. Saved under a name of ours, never shown as a page, kept nowhere on the way. It takes a place
 * until the answer is over; whoever leaves before gets nothing.
 */
export async function readFile(services: Services, request: ReadRequest, reply: FastifyReply) {
  const { id } = request.params;
  if (!isUuid(id)) return reply.callNotFound();
  const over = overOf(reply.raw);
  const comer = comerOf(request, services.config);
  const found = await asPerson(services.pool, comer, (tx, person) => look({ services, request, over }, { tx, person }));
  if (!found) return refuse('accounts.sign_in_required', {});
  const file = found.value;
  if (!file) return reply.callNotFound();
  const content = await bringOut(services.files, file, over).catch((error) => {
    if (!over.aborted) throw error;
  });
  if (!content || over.aborted) return reply.hijack();
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

type Looker = { readonly tx: Db; readonly person: Person };

/** The file, if link, person and row security agree. A customer's papers: every look by staff is on record. */
async function look({ services, request, over }: Ask, { tx, person }: Looker): Promise<StoredFile | null> {
  const { id } = request.params;
  keepPace(services, 'file', person.id);
  leaveWhen(over, services.files.readers(person, request.ip) ?? refuse('general.busy', {}));
  const asked = { fileId: id, personId: person.id, now: services.clock() };
  const link = judgeLink(asked, request.query, services.config.authSecret);
  if (link === 'false') return null;
  if (link === 'lapsed') return refuse('documents.link_lapsed', {});
  const file = await fileById(tx, id);
  if (file?.state !== 'clean') return null;
  if (file.userId !== person.id) await recordLook(tx, person, { file, requestId: request.id });
  return file;
}

const recordLook = (tx: Db, person: Person, { file, requestId }: { file: StoredFile; requestId: string }) =>
  audit(tx, {
    ...byStaff({ person, request: { id: requestId } }),
    action: 'documents.file_viewed',
    subjectType: 'file',
    subjectId: file.id,
    aboutId: file.userId,
    after: { purpose: file.purpose, customer: file.userId },
  });
