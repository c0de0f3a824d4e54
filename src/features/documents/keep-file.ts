import { randomUUID } from 'node:crypto';
import { after, days, minutes } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { asPerson, asSystem, type Db } from '../../platform/database.ts';
import type { Fit } from '../../platform/files/inspect.ts';
import { bringIn } from '../../platform/files/private-files.ts';
import { fingerprint } from '../../platform/files/side-file.ts';
import type { Services } from '../../platform/procedure.ts';
import { refuse } from './messages.ts';
import { extensions, quotaReached, ruleOf } from './purposes.ts';
import {
  addArriving,
  giveUpPart,
  isHandedIn,
  moveFile,
  type NewFile,
  standingPart,
  usedRoom,
  waitForTurn,
} from './store.ts';
import { originOf } from './unused-room.ts';
import { addOrigin } from './unused-store.ts';
import type { Wish } from './upload-route.ts';

type Judged = { readonly fit: Fit; readonly name: string; readonly state: 'clean' | 'being_checked' };

/**
 * Keeps a file that was judged by its bytes (decision A5). First its row, which claims the place; then its bytes; then
 * the row says that they are there. So no transaction waits for the store, and nothing is ever seen half: what breaks
 * off in between is given up.
 */
export async function keepFile(services: Services, wish: Wish, judged: Judged): Promise<string> {
  const file = await newFile(services, wish, judged);
  const claimed = await asPerson(services.pool, wish.comer, async (tx) => {
    const path = await claim(tx, file);
    if (wish.ip !== null) await addOrigin(tx, file, originOf(services, wish.ip));
    return path;
  });
  if (!claimed) return refuse('accounts.sign_in_required', {});
  try {
    await bringIn(services.files, judged.fit.path, file);
    // While this one arrives nobody else can claim the place, so what it replaces can go.
    if (claimed.value && claimed.value !== file.path) await services.files.store.remove(claimed.value);
  } catch (error) {
    services.logFault(error, file.id);
    await asSystem(services.pool, (tx) => moveFile(tx, file.id, { from: 'arriving', to: 'refused' }));
    return refuse('documents.store_down', {});
  }
  await asSystem(services.pool, async (tx) => {
    await moveFile(tx, file.id, { from: 'arriving', to: judged.state });
    const what = { action: 'documents.uploaded', subjectType: 'file', subjectId: file.id };
    const after = { purpose: file.purpose, sha256: file.sha256 };
    await audit(tx, { actorId: file.userId, actorRole: 'customer', ...what, after, requestId: wish.requestId });
    if (judged.state === 'being_checked') await services.jobs.enqueue(tx, 'documents.scan', { fileId: file.id });
  });
  return file.id;
}

async function newFile(services: Services, wish: Wish, { fit, name }: Judged): Promise<NewFile> {
  const { userId, purpose, submissionId } = wish;
  const { path } = ruleOf(purpose);
  const id = randomUUID();
  const at = services.clock();
  const place = { userId, fileId: id, submissionId: submissionId ?? '', extension: extensions[fit.mime] ?? 'bin', at };
  return {
    id,
    userId,
    purpose,
    submissionId,
    path: path(place),
    name,
    mime: fit.mime,
    bytes: fit.bytes,
    sha256: await fingerprint(fit.path),
    keyId: services.files.keys.current,
    createdAt: at,
    uploadId: wish.part?.id ?? null,
  };
}

/** Claims the place of a file; answers the path of the one that stood there for the same part of the submission. */
async function claim(tx: Db, file: NewFile): Promise<string | null> {
  await waitForTurn(tx, file.userId);
  await refuseFull(tx, file.userId, file.createdAt);
  const { submissionId, userId, purpose } = file;
  if (submissionId === null) {
    await addArriving(tx, file);
    return null;
  }
  await waitForTurn(tx, submissionId);
  await refuseHandedIn(tx, submissionId);
  const part = { userId, submissionId, purpose };
  const standing = await standingPart(tx, part);
  if (standing?.arrivingSince && standing.arrivingSince > after(file.createdAt, -minutes(2)))
    refuse('documents.still_arriving', {});
  if (standing) await giveUpPart(tx, part);
  await addArriving(tx, file);
  return standing?.path ?? null;
}

/** Refuses who has used up their room, of the last day or altogether. */
export async function refuseFull(tx: Db, userId: string, now: Date): Promise<void> {
  const { day, total } = await usedRoom(tx, userId, after(now, -days(1)));
  const reached = quotaReached(day, total);
  if (reached === 'day') refuse('documents.too_many_files', {});
  if (reached === 'total') refuse('documents.no_room_left', {});
}

/** A submission that was handed in stands on its files: they stay as they are. */
export async function refuseHandedIn(tx: Db, submissionId: string): Promise<void> {
  if (await isHandedIn(tx, submissionId)) refuse('documents.submission_closed', {});
}
