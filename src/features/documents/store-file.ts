import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { after, days, minutes } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, withSystem, withUser } from '../../platform/database/database.ts';
import type { AcceptedFile } from '../../platform/files/inspect.ts';
import { storeEncrypted } from '../../platform/files/private-files.ts';
import { createTempPath, hashFile } from '../../platform/files/temp-file.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { RequestCredentials } from '../../platform/http/session-user.ts';
import { refuse } from './messages.ts';
import { extensions, getRule, type Purpose, quotaReached } from './purposes.ts';
import {
  findCurrentPart,
  findUsage,
  insertArriving,
  isSubmitted,
  lockKey,
  markPartReplaced,
  type NewFile,
  setFileState,
} from './store.ts';

type FileOwner = Pick<UploadIntent, 'userId' | 'credentials' | 'requestId'>;
type GeneratedDocument = {
  readonly purpose: Purpose;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
};

/** Stores a generated document as the user's file, within their quota. Returns the file id. */
export async function storeGenerated(
  services: Services,
  owner: FileOwner,
  { purpose, name, mime, bytes }: GeneratedDocument,
): Promise<string> {
  const path = await createTempPath(services.files.tempFolder);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    const intent: UploadIntent = { ...owner, purpose, submissionId: null, part: null };
    return await storeFile(services, intent, { fit: { path, mime, bytes: bytes.length }, name, state: 'clean' });
  } finally {
    await rm(path, { force: true });
  }
}

/** One request of a resumable upload. `offset` and `length` are bytes. */
export type Part = { readonly id: string; readonly offset: number; readonly length: number };

export type UploadIntent = {
  readonly userId: string;
  readonly credentials: RequestCredentials;
  readonly purpose: Purpose;
  readonly submissionId: string | null;
  readonly requestId: string;
  readonly keyId?: string | undefined;
  readonly part: Part | null;
};

type CheckedFile = { readonly fit: AcceptedFile; readonly name: string; readonly state: 'clean' | 'being_checked' };

/** Stores the row, the bytes, then the state of a checked file (decision A5). Unfinished files stay invisible. */
export async function storeFile(services: Services, intent: UploadIntent, checked: CheckedFile): Promise<string> {
  const file = await newFile(services, intent, checked);
  const claimed = await withUser(services.pool, intent.credentials, (tx) => claim(tx, file));
  if (!claimed) return refuse('accounts.sign_in_required', {});
  try {
    await storeEncrypted(services.files, checked.fit.path, file);
  } catch (error) {
    services.logFault(error, file.id);
    await withSystem(services.pool, (tx) => setFileState(tx, file.id, { from: 'arriving', to: 'refused' }));
    return refuse('documents.store_down', {});
  }
  if (claimed.value && claimed.value !== file.path)
    // The removal of unused files tries again.
    await services.files.store.remove(claimed.value).catch((error) => services.logFault(error, file.id));
  await withSystem(services.pool, async (tx) => {
    // A newer file replaced this one meanwhile. The refusal is final, because a retry would replace that file.
    if (!(await setFileState(tx, file.id, { from: 'arriving', to: checked.state })))
      refuse('documents.still_arriving', {});
    const what = { action: 'documents.uploaded', subjectType: 'file', subjectId: file.id };
    const byKey = intent.keyId && { byKey: intent.keyId };
    const after = { purpose: file.purpose, sha256: file.sha256, ...byKey };
    await audit(tx, { actorId: file.userId, actorRole: 'customer', ...what, after, requestId: intent.requestId });
    if (checked.state === 'being_checked') await services.jobs.enqueue(tx, 'documents.scan', { fileId: file.id });
  });
  return file.id;
}

async function newFile(services: Services, intent: UploadIntent, { fit, name }: CheckedFile): Promise<NewFile> {
  const { userId, purpose, submissionId } = intent;
  const { path } = getRule(purpose);
  const id = randomUUID();
  const at = services.clock();
  const location = {
    userId,
    fileId: id,
    submissionId: submissionId ?? '',
    extension: extensions[fit.mime] ?? 'bin',
    at,
  };
  return {
    id,
    userId,
    purpose,
    submissionId,
    path: path(location),
    name,
    mime: fit.mime,
    bytes: fit.bytes,
    sha256: await hashFile(fit.path),
    keyId: services.files.keys.current,
    createdAt: at,
    uploadId: intent.part?.id ?? null,
  };
}

/** Inserts the file and marks the file that it replaces. Returns the replaced file's path, or null. */
async function claim(tx: Db, file: NewFile): Promise<string | null> {
  await lockKey(tx, file.userId);
  await assertWithinQuota(tx, file.userId, file.createdAt);
  const { submissionId, userId, purpose } = file;
  if (submissionId === null) {
    await insertArriving(tx, file);
    return null;
  }
  await lockKey(tx, submissionId);
  await assertNotSubmitted(tx, submissionId);
  const part = { userId, submissionId, purpose };
  const current = await findCurrentPart(tx, part);
  if (current?.arrivingSince && current.arrivingSince > after(file.createdAt, -minutes(2)))
    refuse('documents.still_arriving', {});
  if (current) await markPartReplaced(tx, part);
  await insertArriving(tx, file);
  return current?.path ?? null;
}

export async function assertWithinQuota(tx: Db, userId: string, now: Date): Promise<void> {
  const { day, total } = await findUsage(tx, userId, after(now, -days(1)));
  const reached = quotaReached(day, total);
  if (reached === 'day') refuse('documents.too_many_files', {});
  if (reached === 'total') refuse('documents.no_room_left', {});
}

export async function assertNotSubmitted(tx: Db, submissionId: string): Promise<void> {
  if (await isSubmitted(tx, submissionId)) refuse('documents.submission_closed', {});
}
