import { sql } from 'kysely';
import { allIds, allRows, anyRow, type Db, firstRow } from '../../platform/database.ts';
import type { Kept } from '../../platform/files/private-files.ts';
import type { Used } from './purposes.ts';

export type FileState = 'arriving' | 'being_checked' | 'clean' | 'refused' | 'replaced';

/** A file as its row has it. */
export type StoredFile = Kept & {
  readonly userId: string;
  readonly purpose: string;
  readonly submissionId: string | null;
  readonly name: string;
  readonly mime: string;
  readonly state: FileState;
};

const columns = sql`id, user_id "userId", purpose, submission_id "submissionId", path, name, mime, bytes, state,
  key_id "keyId"`;
const live = sql`state in ('arriving', 'being_checked', 'clean')`;

/** What a person left with us since a moment, and all that is still kept of theirs. */
export async function usedRoom(tx: Db, userId: string, since: Date): Promise<{ day: Used; total: Used }> {
  const { rows } = await sql<{ dayFiles: number; dayBytes: bigint; files: number; bytes: bigint }>`
    select count(*) filter (where created_at > ${since})::int "dayFiles",
           coalesce(sum(bytes) filter (where created_at > ${since}), 0)::bigint "dayBytes",
           count(*) filter (where ${live})::int files,
           coalesce(sum(bytes) filter (where ${live}), 0)::bigint bytes
      from files where user_id = ${userId}`.execute(tx);
  const [used] = rows;
  return {
    day: { files: used?.dayFiles ?? 0, bytes: used?.dayBytes ?? 0n },
    total: { files: used?.files ?? 0, bytes: used?.bytes ?? 0n },
  };
}

/** One act at a time for what this word names, until the transaction ends. */
export const waitForTurn = (tx: Db, word: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${word}`}, 0))`.execute(tx);

/** Whether a submission was handed in under this id, as far as this person sees. */
export const isHandedIn = (tx: Db, submissionId: string) =>
  anyRow(tx)`select from kyc_submissions where id = ${submissionId}`;

type Part = { readonly userId: string; readonly submissionId: string; readonly purpose: string };

/** The file that stands for this part of a submission now. */
export const standingPart = (tx: Db, part: Part) =>
  firstRow<{ path: string; arrivingSince: Date | null }>(tx)`
    select path, case when state = 'arriving' then created_at end "arrivingSince" from files
     where user_id = ${part.userId} and submission_id = ${part.submissionId} and purpose = ${part.purpose}
       and ${live}`;

export const giveUpPart = (tx: Db, part: Part) =>
  sql`update files set state = 'replaced' where user_id = ${part.userId} and submission_id = ${part.submissionId}
     and purpose = ${part.purpose} and ${live}`.execute(tx);

export type NewFile = Omit<StoredFile, 'state'> & {
  readonly sha256: string;
  readonly createdAt: Date;
  readonly uploadId: string | null;
};

/** Makes a file known whose bytes are on their way. */
export const addArriving = (tx: Db, file: NewFile) =>
  sql`insert into files
      (id, user_id, purpose, submission_id, path, name, mime, bytes, sha256, key_id, upload_id, state,
       created_at)
    values (${file.id}, ${file.userId}, ${file.purpose}, ${file.submissionId}, ${file.path}, ${file.name}, ${file.mime},
      ${file.bytes}, ${file.sha256}, ${file.keyId}, ${file.uploadId}, 'arriving', ${file.createdAt})`.execute(tx);

/** Moves a file on, if it stands where it is thought to. */
export const moveFile = (tx: Db, id: string, move: { from: FileState; to: FileState }) =>
  anyRow(tx)`
    update files set state = ${move.to} where id = ${id} and state = ${move.from} returning id`;

/** A file, if row security lets this person see it. */
export const fileById = (tx: Db, id: string) => firstRow<StoredFile>(tx)`select ${columns} from files where id = ${id}`;

/** What was kept of an upload of this person, by the name that their browser gave it. */
export const fileOfUpload = (tx: Db, userId: string, uploadId: string) =>
  firstRow<StoredFile>(tx)`
    select ${columns} from files where user_id = ${userId} and upload_id = ${uploadId}
       and state in ('being_checked', 'clean') limit 1`;

/** A file held until the transaction ends: nobody replaces it meanwhile. */
export const heldFile = (tx: Db, id: string) =>
  firstRow<StoredFile>(tx)`select ${columns} from files where id = ${id} for update`;

/** Those of these files that belong to whoever asks and were not replaced. */
export const filesOfPerson = (tx: Db, ids: readonly string[]) =>
  allRows<StoredFile>(tx)`
    select ${columns} from files where id = any(${[...ids]}::uuid[]) and user_id = (select app.user_id())
       and state in ('being_checked', 'clean', 'refused') order by id`;

/** Files that wait for the virus check. */
export const waitingIds = (tx: Db) =>
  allIds(tx)`
    select id from files where state = 'being_checked' order by created_at limit 500`;

/** Gives up what began to arrive before this moment and never came: its process ended. */
export async function giveUpArriving(tx: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    update files set state = 'refused' where id in (select id from files where state = 'arriving'
       and created_at < ${before} order by id limit 500 for update skip locked) returning path`.execute(tx);
  return rows.map(({ path }) => path);
}

/** Of which files the encryption is older than this key: those of another key, or of none at all. */
export type Older = { readonly than: string; readonly plainOnly: boolean };

/** The next of them, by their ids. */
export async function ofOlderKeys(tx: Db, { than, plainOnly }: Older, after: string): Promise<string[]> {
  const older = plainOnly ? sql`key_id is null` : sql`key_id is distinct from ${than}`;
  return allIds(tx)`
    select id from files where ${older} and id > ${after}
       and state in ('being_checked', 'clean') order by id limit 50`;
}

export const noteKey = (tx: Db, id: string, keyId: string) =>
  sql`update files set key_id = ${keyId} where id = ${id}`.execute(tx);

/** What stands on files: rows and columns. A file that one of them names is in use. */
export const usesOfFiles = [
  ['kyc_items', 'file_id'],
  ['transactions', 'source_of_funds_file'],
  ['transactions', 'proof_file'],
  ['transactions', 'payout_proof_file'],
  ['payments', 'proof_file'],
  ['claimed_proofs', 'file_id'],
  ['case_files', 'file_id'],
  ['workshop_sessions', 'flyer_file'],
  ['course_pictures', 'file_id'],
  ['launch_submissions', 'whitepaper_file'],
  ['scam_reports', 'evidence_file'],
  ['scam_reports', 'report_file'],
] as const;

/** Whether something stands on the file `f`. */
export const inUse = sql.join(
  usesOfFiles.map(
    ([table, column]) => sql`exists (select from ${sql.table(table)} u where u.${sql.ref(column)} = f.id offset 0)`,
  ),
  sql` or `,
);

/** The next files from before a moment that nothing stands on, of one person or of anybody. */
export const unusedFiles = (
  tx: Db,
  { before, userId, after }: { before: Date; userId: string | null; after: string },
) =>
  allIds(tx)`
    select id from files f where created_at < ${before} and id > ${after} and state <> 'arriving'
       and (${userId}::uuid is null or user_id = ${userId}) and not (${inUse}) order by id limit 200`;

/** Removes the row of a file; fails where something stands on it. Null when it is gone already. */
export const removeFile = (tx: Db, id: string) =>
  firstRow<StoredFile>(tx)`delete from files where id = ${id} returning ${columns}`;

/** What staff see of a file before they open it. */
export type FileFacts = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly purpose: string;
  readonly createdAt: Date;
};

/** The files of these ids that row security lets somebody see. */
export async function filesOf(tx: Db, ids: readonly (string | null)[]): Promise<FileFacts[]> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return [];
  return allRows<FileFacts>(tx)`
    select id, name, mime, bytes, purpose, created_at "createdAt" from files where id = any(${wanted}::uuid[])`;
}
