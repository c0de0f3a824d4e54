import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { roleAllows } from '../../kernel/permissions.ts';
import { RefusalError } from '../../kernel/refusal.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { type SessionUser, withUser } from '../../platform/database/database.ts';
import { scanFile } from '../../platform/files/clamd.ts';
import { maxFileBytes } from '../../platform/files/file-store.ts';
import { getRedrawnPath, inspect, type RejectedFile } from '../../platform/files/inspect.ts';
import { getMaxMegapixels } from '../../platform/files/megapixels.ts';
import {
  deleteOldestPartials,
  partialUploadName,
  runUpload,
  stopRunningUpload,
} from '../../platform/files/resumable-upload.ts';
import { createTempPath, getFileSize, receiveFile } from '../../platform/files/temp-file.ts';
import { getApiKey } from '../../platform/http/api-key.ts';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { cancelBodyTimeout } from '../../platform/http/request-bounds.ts';
import { credentialsOf, currentUser } from '../../platform/http/session.ts';
import type { RequestCredentials } from '../../platform/http/session-user.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { userQueueFor } from '../../platform/limits/user-queue.ts';
import { refusalCodes, refuse } from './messages.ts';
import { extensions, getRule, isPurpose, type Purpose } from './purposes.ts';
import { assertOrphanQuota, countUploads, registerUpload, uploadQuotas } from './quotas.ts';
import { findFileOfUpload, type StoredFile } from './store.ts';
import { assertNotSubmitted, assertWithinQuota, type Part, storeFile, type UploadIntent } from './store-file.ts';

const maxLength = 120;

/** Parses the display name of a file, never used in a path. Adds the detected extension (ASVS 5.2.2, 5.4.1). */
function parseDisplayName(header: unknown, extension: string): string {
  const name = decode(typeof header === 'string' ? header : '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim();
  if (/^\.*$/.test(name) || endings(extension).some((ending) => name.toLowerCase() === `.${ending}`))
    return `file.${extension}`;
  const fits = endings(extension).some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return fits && name.length <= maxLength ? name : `${name.slice(0, maxLength - extension.length - 1)}.${extension}`;
}

const endings = (extension: string): readonly string[] => (extension === 'jpg' ? ['jpg', 'jpeg'] : [extension]);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type UploadRequest = FastifyRequest<{ Querystring: { purpose?: unknown; submission?: unknown } }>;

type Sent = UploadIntent & { readonly tempName: string; readonly bytes: number; readonly ofStaff: boolean };

const toResult = ({ id, name, bytes, mime, state }: Pick<StoredFile, 'id' | 'name' | 'bytes' | 'mime' | 'state'>) => ({
  id,
  name,
  bytes,
  mime,
  state,
});

/**
 * Receives one file [000 §7 Storage, 001 §7 Functions]: streams to a temporary file, checks the type, re-encodes
 * pictures, scans and stores. Returns the state `being_checked` while the scanner is unavailable. An upload with an
 * `upload-id` can resume within an hour.
 */
export async function upload(services: Services, request: UploadRequest, purpose: unknown = request.query.purpose) {
  const intent = await parseUpload(services, request, purpose);
  // Serializes the uploads of one user: the quota check opens its own connections.
  const endUpload = await userQueueFor(services.pool).runExclusive(intent.userId, () => admitUpload(services, intent));
  try {
    return await runOrRepeat(services, request, intent);
  } catch (error) {
    // The client hung up, which is no fault of ours.
    if (request.raw.destroyed && !request.raw.complete) refuse('documents.upload_failed', {});
    throw error;
  } finally {
    await endUpload();
  }
}

/** Registers an upload within the global quota. Returns the function that unregisters it. */
async function admitUpload(
  services: Services,
  { userId, ofStaff, tempName, bytes }: Sent,
): Promise<() => Promise<void>> {
  const endUpload = registerUpload(services, { name: tempName, bytes });
  try {
    if (!ofStaff) await assertOrphanQuota(services, { userId, incoming: await countUploads(services, tempName) });
    return endUpload;
  } catch (error) {
    await endUpload();
    throw error;
  }
}

async function runOrRepeat(services: Services, request: UploadRequest, intent: Sent) {
  const run = { userId: intent.userId, uploadId: intent.part?.id ?? null, stop: () => void request.raw.destroy() };
  const done = await runUpload(
    run,
    async () => (await findStored(services, intent)) ?? receiveAndStore(services, request, intent),
  );
  return done ?? refuse('documents.too_many_at_once', {});
}

/** Returns the stored file of an upload after a lost response. */
const findStored = async ({ pool }: Services, { credentials, part }: Pick<UploadIntent, 'credentials' | 'part'>) => {
  const stored = part && (await withUser(pool, credentials, (tx, { id }) => findFileOfUpload(tx, id, part.id)));
  return stored?.value ? toResult(stored.value) : null;
};

/** Returns the number of received bytes, or the file after it is stored. */
export async function showProgress(services: Services, request: FastifyRequest<{ Params: { id: string } }>) {
  const { id: userId } = await assertSignedIn(services, request);
  const { id } = request.params;
  if (!isUuid(id)) return refuse('general.invalid_input', {});
  await stopRunningUpload(userId, id);
  const file = await findStored(services, {
    credentials: getCredentials(services, request),
    part: { id, offset: 0, length: 0 },
  });
  return {
    file,
    bytes: await getFileSize(await createTempPath(services.files.tempFolder, partialUploadName(userId, id))),
  };
}

/** True for errors about the file or its sender. After other errors the browser retries. */
const isFinal = (error: unknown): boolean =>
  error instanceof RefusalError && error.words.status < 500 && error.code !== 'general.busy';

/** Keeps the bytes of a resumable upload after a server error, so that the browser can retry. */
async function receiveAndStore(services: Services, request: UploadRequest, intent: Sent) {
  const tempPath = await receiveUpload(services, request, intent);
  let staysForRetry = false;
  try {
    return await checkAndStore(services, request, { intent, tempPath });
  } catch (error) {
    staysForRetry = intent.part !== null && !isFinal(error);
    throw error;
  } finally {
    await Promise.all([staysForRetry || rm(tempPath, { force: true }), rm(getRedrawnPath(tempPath), { force: true })]);
  }
}

type Received = { readonly intent: Sent; readonly tempPath: string };

async function checkAndStore(services: Services, request: UploadRequest, { intent, tempPath }: Received) {
  const { scanner, checkTimeoutMs } = services.files;
  const checkOptions = {
    queueKeys: getQueueKeys(request.ip, intent.userId),
    deadline: AbortSignal.timeout(checkTimeoutMs),
  };
  const fit = await inspect(tempPath, getRule(intent.purpose).kinds, checkOptions);
  if ('rejection' in fit) return refuseFile(intent.purpose, fit);
  const verdict = scanner ? await scanFile(scanner, tempPath) : 'clean';
  if (verdict === 'infected') return refuse('documents.infected', {});
  const name = parseDisplayName(request.headers['x-file-name'], extensions[fit.mime] ?? 'bin');
  const state = verdict === 'clean' ? 'clean' : 'being_checked';
  const id = await storeFile(services, intent, { fit, name, state });
  return toResult({ id, name, bytes: fit.bytes, mime: fit.mime, state });
}

/** Receives the bytes into a temporary file and returns its path. Keeps an interrupted resumable upload. */
async function receiveUpload({ files }: Services, request: UploadRequest, intent: Sent): Promise<string> {
  const { tempFolder, stallTimeoutMs, minimumRate } = files;
  const { userId, part } = intent;
  const tempPath = await createTempPath(tempFolder, intent.tempName);
  const from = part?.offset ?? 0;
  if (part && from === 0) await deleteOldestPartials(tempFolder, userId);
  // A browser that repeats an interrupted request sends the old offset.
  if (part && (await getFileSize(tempPath)) !== from) refuse('documents.other_offset', {});
  // Uploads have no total time limit: `receiveFile` stops silent and slow senders.
  cancelBodyTimeout(request);
  try {
    const received = await receiveFile(getBody(request), { path: tempPath, offset: from, stallTimeoutMs, minimumRate });
    if (received === 'too_large') return refuse('documents.too_large', {});
    if (received === 'empty') return refuse('documents.empty', {});
    if (part && received !== part.length) return refuse('general.invalid_input', {});
    return tempPath;
  } catch (error) {
    if (!part || error instanceof RefusalError) await rm(tempPath, { force: true });
    throw error;
  }
}

const getBody = ({ body }: UploadRequest): Readable => (body instanceof Readable ? body : Readable.from([]));

const getCredentials = ({ config }: Services, request: FastifyRequest): RequestCredentials =>
  credentialsOf(request, config);
const assertSignedIn = async (services: Services, request: FastifyRequest): Promise<SessionUser> =>
  (await currentUser(services, request)) ?? refuse('accounts.sign_in_required', {});

/** Validates the request before any bytes are read. */
async function parseUpload(services: Services, request: UploadRequest, purpose: unknown): Promise<Sent> {
  const person = await assertSignedIn(services, request);
  const { submission } = request.query;
  if (!isPurpose(purpose)) return refuse('general.invalid_input', {});
  const { identity, act } = getRule(purpose);
  if (act && !roleAllows(act, person.roles)) return refuse('general.invalid_input', {});
  const submissionId = typeof submission === 'string' && isUuid(submission) ? submission.toLowerCase() : null;
  if (identity ? submissionId === null : submission !== undefined) refuse('general.invalid_input', {});
  const part = parsePart(request);
  const isComplete = part !== null && part.offset > 0 && part.offset === part.length;
  if (!(request.body instanceof Readable || isComplete)) return refuse('general.invalid_input', {});
  const declared = Number(request.headers['content-length'] ?? maxFileBytes);
  if (declared > maxFileBytes) refuse('documents.too_large', {});
  const credentials = getCredentials(services, request);
  await withUser(services.pool, credentials, async (tx) => {
    await assertWithinQuota(tx, person.id, services.clock());
    if (submissionId) await assertNotSubmitted(tx, submissionId);
    // Runs in the user's queue, or one account could block all connections. A resumed upload is not counted again.
    const spender = { id: person.id, now: services.clock() };
    if (!part?.offset) for (const budget of uploadQuotas) await consumeQuota(tx, budget, spender);
  });
  const tempName = part ? partialUploadName(person.id, part.id) : randomUUID();
  // Reserves the larger of both sizes, since clients may declare a wrong total.
  const sent = { tempName, bytes: Math.max(part?.length ?? 0, (part?.offset ?? 0) + declared) };
  return {
    userId: person.id,
    credentials,
    purpose,
    submissionId,
    requestId: request.id,
    keyId: getApiKey(request)?.keyId,
    part,
    ofStaff: act !== undefined,
    ...sent,
  };
}

function parsePart({ headers }: UploadRequest): Part | null {
  const { 'upload-id': id, 'upload-offset': offset = '0', 'upload-length': length } = headers;
  if (id === undefined) return null;
  const number = (value: unknown) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : -1);
  const part = { id: String(id).toLowerCase(), offset: number(offset), length: number(length) };
  const right = isUuid(part.id) && part.offset >= 0 && part.offset <= part.length;
  if (!right) return refuse('general.invalid_input', {});
  return part.length > maxFileBytes ? refuse('documents.too_large', {}) : part;
}

export const proofRefusalCodes = refusalCodes(
  'documents.too_large',
  'documents.upload_failed',
  'documents.empty',
  'documents.mixed',
  'documents.unreadable',
  'documents.too_many_pixels',
  'documents.pdf_locked',
  'documents.pdf_active',
  'documents.infected',
  'documents.too_many_files',
  'documents.too_many_now',
  'documents.too_many_at_once',
  'documents.no_room_left',
  'documents.no_room_now',
  'documents.store_down',
);

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

function refuseFile(purpose: Purpose, { rejection: unfit, mime }: RejectedFile): never {
  if (unfit === 'too_many_pixels')
    return refuse('documents.too_many_pixels', { most: String(getMaxMegapixels(mime ?? '')) });
  if (unfit !== 'unsupported') return refuse(refusals[unfit], {});
  const { otherKind } = getRule(purpose);
  return otherKind === 'documents.type_unsupported'
    ? refuse(otherKind, { type: mime ?? 'unknown' })
    : refuse(otherKind, {});
}
