import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { isFor } from '../../kernel/acts.ts';
import { isUuid } from '../../kernel/ids.ts';
import { Refused } from '../../kernel/refusal.ts';
import { liftDeadline } from '../../platform/body-deadline.ts';
import { spend } from '../../platform/budgets.ts';
import { whoseOf } from '../../platform/connection.ts';
import { asPerson, type Person } from '../../platform/database.ts';
import { scanFile } from '../../platform/files/clamd.ts';
import { maxFileBytes } from '../../platform/files/file-store.ts';
import { inspect, type NotFit, redrawnPath } from '../../platform/files/inspect.ts';
import { mostMegapixels } from '../../platform/files/picture.ts';
import { bytesAt, receive, sidePath } from '../../platform/files/side-file.ts';
import { endBeginning, makeRoom, restingName, runUpload } from '../../platform/files/unfinished.ts';
import { turnsBefore } from '../../platform/own-turn.ts';
import type { Services } from '../../platform/procedure.ts';
import { type Comer, comerOf } from '../../platform/session.ts';
import { personOf } from '../../platform/who.ts';
import { sending } from './budgets.ts';
import { keepFile, refuseFull, refuseHandedIn } from './keep-file.ts';
import { refuse } from './messages.ts';
import { comes, onTheirWay } from './on-their-way.ts';
import { extensions, isPurpose, type Purpose, ruleOf } from './purposes.ts';
import { shownName } from './shown-name.ts';
import { fileOfUpload, type StoredFile } from './store.ts';
import { refuseWithoutRoom } from './unused-room.ts';

export type UploadRequest = FastifyRequest<{ Querystring: { purpose?: unknown; submission?: unknown } }>;

/** An upload that can go on after its line broke: its name, where this request goes on, and all its bytes. */
type Part = { readonly id: string; readonly offset: number; readonly length: number };

/** What somebody who may upload wants to upload. */
export type Wish = {
  readonly userId: string;
  readonly comer: Comer;
  readonly purpose: Purpose;
  readonly submissionId: string | null;
  readonly requestId: string;
  readonly part: Part | null;
  /** From where a customer sends it; null for what we drew, and for what staff put up for others. */
  readonly ip: string | null;
};

/** The same, with the name of its side file and all the bytes that it says it brings. */
type Sent = Wish & { readonly side: string; readonly bytes: number };

/** A file as its owner hears of it. */
const told = ({ id, name, bytes, mime, state }: Pick<StoredFile, 'id' | 'name' | 'bytes' | 'mime' | 'state'>) => ({
  ...{ id, name, bytes, mime, state },
});

/**
 * One file, in place of upload-scam-evidence too [000 §7 Storage, 001 §7 Functions], streamed beside the store while it
 * is counted, judged by its bytes, made safe, checked for viruses where there is a check, and kept. Answers
 * `being_checked` when the check could not be asked: until it was, nobody reads it. With a name (`upload-id`) it may
 * break off and go on: what came waits for an hour.
 */
export async function upload(services: Services, request: UploadRequest) {
  const wish = await admit(services, request);
  // One at a time: what it counts it looks up on connections of its own, and counts itself meanwhile.
  const over = await turnsBefore(services.pool).oneAtATime(wish.userId, () => letIn(services, wish));
  try {
    return await take(services, request, wish);
  } finally {
    await over();
  }
}

/** Lets an upload in where there is room for it; answers how to say that it is over. */
async function letIn(services: Services, { userId, ip, side, bytes }: Sent): Promise<() => Promise<void>> {
  const over = comes(services, { name: side, bytes });
  try {
    if (ip) await refuseWithoutRoom(services, { userId, ip, coming: await onTheirWay(services, side) });
    return over;
  } catch (error) {
    await over();
    throw error;
  }
}

async function take(services: Services, request: UploadRequest, wish: Sent) {
  const course = { userId: wish.userId, uploadId: wish.part?.id ?? null, stop: () => void request.raw.destroy() };
  const done = await runUpload(
    course,
    async () => (await keptAlready(services, wish)) ?? arriveAndKeep(services, request, wish),
  );
  return done ?? refuse('documents.too_many_at_once', {});
}

/** What came of an upload whose answer was lost on the way. */
const keptAlready = async ({ pool }: Services, { comer, part }: Pick<Wish, 'comer' | 'part'>) => {
  const kept = part && (await asPerson(pool, comer, (tx, { id }) => fileOfUpload(tx, id, part.id)));
  return kept?.value ? told(kept.value) : null;
};

/** How far an upload came, for whoever goes on with it: its bytes, or the file once it is kept. */
export async function arrived(services: Services, request: FastifyRequest<{ Params: { id: string } }>) {
  const { id: userId } = await uploader(services, request);
  const { id } = request.params;
  if (!isUuid(id)) return refuse('general.invalid_input', {});
  await endBeginning(userId, id);
  const file = await keptAlready(services, { comer: comerIn(services, request), part: { id, offset: 0, length: 0 } });
  return { file, bytes: await bytesAt(await sidePath(services.files.sideFolder, restingName(userId, id))) };
}

async function arriveAndKeep(services: Services, request: UploadRequest, wish: Sent) {
  const { scanner } = services.files;
  const side = await arrive(services, request, wish);
  try {
    const fit = await inspect(side, ruleOf(wish.purpose).kinds, whoseOf(request.ip, wish.userId));
    if ('unfit' in fit) return refuseUnfit(wish.purpose, fit);
    const verdict = scanner ? await scanFile(scanner, side) : 'clean';
    if (verdict === 'infected') return refuse('documents.infected', {});
    const name = shownName(request.headers['x-file-name'], extensions[fit.mime] ?? 'bin');
    const state = verdict === 'clean' ? 'clean' : 'being_checked';
    const id = await keepFile(services, wish, { fit, name, state });
    return told({ id, name, bytes: fit.bytes, mime: fit.mime, state });
  } finally {
    await Promise.all([rm(side, { force: true }), rm(redrawnPath(side), { force: true })]);
  }
}

/** Brings all bytes beside the store; answers where they lie. When the line breaks, those of a named upload stay. */
async function arrive({ files }: Services, request: UploadRequest, wish: Sent): Promise<string> {
  const { sideFolder, silence, slowest } = files;
  const { userId, part } = wish;
  const side = await sidePath(sideFolder, wish.side);
  const from = part?.offset ?? 0;
  if (part && from === 0) await makeRoom(sideFolder, userId);
  // Browsers send a request again by themselves when its line breaks: that one begins where nothing may begin any more.
  if (part && (await bytesAt(side)) !== from) refuse('documents.other_offset', {});
  // It may take long, but neither be silent nor creep.
  liftDeadline(request);
  try {
    const received = await receive(request.body as Readable, { path: side, from, silence, slowest });
    if (received === 'too_large') return refuse('documents.too_large', {});
    if (received === 'empty') return refuse('documents.empty', {});
    if (part && received !== part.length) return refuse('general.invalid_input', {});
    return side;
  } catch (error) {
    if (!part || error instanceof Refused) await rm(side, { force: true });
    throw error;
  }
}

const comerIn = ({ config }: Services, request: FastifyRequest): Comer => comerOf(request, config);
const uploader = async (services: Services, request: FastifyRequest): Promise<Person> =>
  (await personOf(services, request)) ?? refuse('accounts.sign_in_required', {});

/** Everything that can be said before a byte is read. */
async function admit(services: Services, request: UploadRequest): Promise<Sent> {
  const person = await uploader(services, request);
  const { purpose, submission } = request.query;
  if (!isPurpose(purpose) || !(request.body instanceof Readable)) return refuse('general.invalid_input', {});
  const { identity, act } = ruleOf(purpose);
  if (act && !isFor(act, person.roles)) return refuse('general.invalid_input', {});
  const submissionId = typeof submission === 'string' && isUuid(submission) ? submission.toLowerCase() : null;
  if (identity ? submissionId === null : submission !== undefined) refuse('general.invalid_input', {});
  const part = partOf(request);
  const declared = Number(request.headers['content-length'] ?? maxFileBytes);
  if (declared > maxFileBytes) refuse('documents.too_large', {});
  const comer = comerIn(services, request);
  await asPerson(services.pool, comer, async (tx) => {
    await refuseFull(tx, person.id, services.clock());
    if (submissionId) await refuseHandedIn(tx, submissionId);
    // Within the person's own line: beside it a crowd of one account would hold every connection, each waiting for that
    // row. Going on is no sending of its own: what has come must be there.
    const spender = { id: person.id, now: services.clock() };
    if (!part?.offset) for (const budget of sending) await spend(tx, budget, spender);
  });
  const side = part ? restingName(person.id, part.id) : randomUUID();
  // Whatever it says of the whole, it is what comes that lies here.
  const sent = { side, bytes: Math.max(part?.length ?? 0, (part?.offset ?? 0) + declared) };
  const ip = act ? null : request.ip;
  return { userId: person.id, comer, purpose, submissionId, requestId: request.id, part, ip, ...sent };
}

/** What the headers say of an upload that can go on; null where they do not speak of one. */
function partOf({ headers }: UploadRequest): Part | null {
  const { 'upload-id': id, 'upload-offset': offset = '0', 'upload-length': length } = headers;
  if (id === undefined) return null;
  const number = (value: unknown) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : -1);
  const part = { id: String(id).toLowerCase(), offset: number(offset), length: number(length) };
  const right = isUuid(part.id) && part.offset >= 0 && part.offset <= part.length;
  if (!right) return refuse('general.invalid_input', {});
  return part.length > maxFileBytes ? refuse('documents.too_large', {}) : part;
}

const refusals = {
  too_large: 'documents.too_large',
  empty: 'documents.empty',
  mixed: 'documents.mixed',
  unreadable: 'documents.unreadable',
  pdf_locked: 'documents.pdf_locked',
  pdf_active: 'documents.pdf_active',
  word_locked: 'documents.word_locked',
  word_active: 'documents.word_active',
} as const;

function refuseUnfit(purpose: Purpose, { unfit, mime }: NotFit): never {
  if (unfit === 'too_many_pixels')
    return refuse('documents.too_many_pixels', { most: String(mostMegapixels(mime ?? '')) });
  if (unfit !== 'unsupported') return refuse(refusals[unfit], {});
  const { otherKind } = ruleOf(purpose);
  return otherKind === 'documents.type_unsupported'
    ? refuse(otherKind, { type: mime ?? 'unknown' })
    : refuse(otherKind, {});
}
