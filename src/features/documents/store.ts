import { sql } from 'kysely';
import { allRows, allValues, type Db, firstRow, hasRow, requireRow } from '../../platform/database/database.ts';
import type { FileRow } from '../../platform/files/private-files.ts';
import type { Used } from './purposes.ts';

export type FileState = 'arriving' | 'being_checked' | 'clean' | 'refused' | 'replaced';

export type StoredFile = FileRow & {
  readonly userId: string;
  readonly purpose: string;
  readonly submissionId: string | null;
  readonly name: string;
  readonly mime: string;
  readonly state: FileState;
};

const columns = sql`id, user_id "userId", purpose, submission_id "submissionId", path, name, mime, bytes, state,
  key_id "keyId"`;
const isStored = sql`state in ('arriving', 'being_checked', 'clean')`;

export async function findUsage(tx: Db, userId: string, since: Date): Promise<{ day: Used; total: Used }> {
  const used = await requireRow<{ dayFiles: number; dayBytes: bigint; files: number; bytes: bigint }>(tx)`
    select count(*) filter (where created_at > ${since})::int "dayFiles",
           coalesce(sum(bytes) filter (where created_at > ${since}), 0)::bigint "dayBytes",
           count(*) filter (where ${isStored})::int files,
           coalesce(sum(bytes) filter (where ${isStored}), 0)::bigint bytes
      from files where user_id = ${userId}`;
  return { day: { files: used.dayFiles, bytes: used.dayBytes }, total: { files: used.files, bytes: used.bytes } };
}

/** Takes an advisory lock on the key until the transaction ends. */
export const lockKey = (tx: Db, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${key}`}, 0))`.execute(tx);

export const isSubmitted = (tx: Db, submissionId: string) =>
  hasRow(tx)`select from kyc_submissions where id = ${submissionId}`;

type Part = { readonly userId: string; readonly submissionId: string; readonly purpose: string };

export const findCurrentPart = (tx: Db, part: Part) =>
  firstRow<{ path: string; arrivingSince: Date | null }>(tx)`
    select path, case when state = 'arriving' then created_at end "arrivingSince" from files
     where user_id = ${part.userId} and submission_id = ${part.submissionId} and purpose = ${part.purpose}
       and ${isStored}`;

export const markPartReplaced = (tx: Db, part: Part) =>
  sql`update files set state = 'replaced' where user_id = ${part.userId} and submission_id = ${part.submissionId}
     and purpose = ${part.purpose} and ${isStored}`.execute(tx);

export type NewFile = Omit<StoredFile, 'state'> & {
  readonly sha256: string;
  readonly createdAt: Date;
  readonly uploadId: string | null;
};

export const insertArriving = (tx: Db, file: NewFile) =>
  sql`insert into files
      (id, user_id, purpose, submission_id, path, name, mime, bytes, sha256, key_id, upload_id, state,
       created_at)
    values (${file.id}, ${file.userId}, ${file.purpose}, ${file.submissionId}, ${file.path}, ${file.name}, ${file.mime},
      ${file.bytes}, ${file.sha256}, ${file.keyId}, ${file.uploadId}, 'arriving', ${file.createdAt})`.execute(tx);

export const setFileState = (tx: Db, id: string, move: { from: FileState; to: FileState }) =>
  hasRow(tx)`
    update files set state = ${move.to} where id = ${id} and state = ${move.from} returning id`;

export const findFile = (tx: Db, id: string) => firstRow<StoredFile>(tx)`select ${columns} from files where id = ${id}`;

/** Finds the file of an upload by the id that the browser generated. */
export const findFileOfUpload = (tx: Db, userId: string, uploadId: string) =>
  firstRow<StoredFile>(tx)`
    select ${columns} from files where user_id = ${userId} and upload_id = ${uploadId}
       and state in ('being_checked', 'clean') limit 1`;

export const lockFile = (tx: Db, id: string) =>
  firstRow<StoredFile>(tx)`select ${columns} from files where id = ${id} for update`;

export const findFilesOfPerson = (tx: Db, ids: readonly string[]) =>
  allRows<StoredFile>(tx)`
    select ${columns} from files where id = any(${[...ids]}::uuid[]) and user_id = (select app.user_id())
       and state in ('being_checked', 'clean', 'refused') order by id`;

export const findUncheckedIds = (tx: Db) =>
  allValues<string>(tx)`
    select id from files where state = 'being_checked' order by created_at limit 500`;

/** Refuses files that did not arrive before their upload process ended. Returns their paths. */
export const refuseStaleArriving = (tx: Db, before: Date) =>
  allValues<string>(tx)`
    update files set state = 'refused' where id in (select id from files where state = 'arriving'
       and created_at < ${before} order by id limit 500 for update skip locked) returning path`;

export type KeyFilter = { readonly than: string; readonly plainOnly: boolean };

export async function findIdsOfOlderKeys(tx: Db, { than, plainOnly }: KeyFilter, after: string): Promise<string[]> {
  const older = plainOnly ? sql`key_id is null` : sql`key_id is distinct from ${than}`;
  return allValues<string>(tx)`
    select id from files where ${older} and id > ${after}
       and state in ('being_checked', 'clean') order by id limit 50`;
}

export const setFileKey = (tx: Db, id: string, keyId: string) =>
  sql`update files set key_id = ${keyId} where id = ${id}`.execute(tx);

/** Tables and columns that reference a file. */
export const fileUses = [
  ['kyc_items', 'file_id'],
  ['transactions', 'source_of_funds_file'],
  ['transactions', 'proof_file'],
  ['transactions', 'payout_proof_file'],
  ['risk_assessments', 'proof_file'],
  ['payments', 'proof_file'],
  ['claimed_proofs', 'file_id'],
  ['case_files', 'file_id'],
  ['workshop_sessions', 'flyer_file'],
  ['course_pictures', 'file_id'],
  ['launch_submissions', 'whitepaper_file'],
  ['scam_reports', 'evidence_file'],
  ['scam_reports', 'report_file'],
  ['help_files', 'file_id'],
] as const;

/** SQL condition: file `f` is in use. */
export const inUse = sql.join(
  fileUses.map(
    ([table, column]) => sql`exists (select from ${sql.table(table)} u where u.${sql.ref(column)} = f.id offset 0)`,
  ),
  sql` or `,
);

export const findUnusedIds = (
  tx: Db,
  { before, userId, after }: { before: Date; userId: string | null; after: string },
) =>
  allValues<string>(tx)`
    select id from files f where created_at < ${before} and id > ${after} and state <> 'arriving'
       and (${userId}::uuid is null or user_id = ${userId}) and not (${inUse}) order by id limit 200`;

/** True if a stored file has the path of `file`. A file of a submission and its replacement can share it. */
export const isPathStored = (tx: Db, { userId, path }: StoredFile) =>
  hasRow(tx)`select from files where user_id = ${userId} and path = ${path} and ${isStored}`;

/** Violates a foreign key when the file is in use. Returns null when already deleted. */
export const deleteFile = (tx: Db, id: string) =>
  firstRow<StoredFile>(tx)`delete from files where id = ${id} returning ${columns}`;

export type FileSummary = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly purpose: string;
  readonly createdAt: Date;
  readonly state: StoredFile['state'];
};

export async function findFileSummaries(tx: Db, ids: readonly (string | null)[]): Promise<FileSummary[]> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return [];
  return allRows<FileSummary>(tx)`
    select id, name, mime, bytes, purpose, created_at "createdAt", state from files where id = any(${wanted}::uuid[])`;
}

const isKept = sql`f.state in ('arriving', 'being_checked', 'clean')`;

export const countUnused = (tx: Db, { since, limit }: { since: Date; limit: number }) =>
  requireRow<Used>(tx)`
    select count(*)::int files, coalesce(sum(u.bytes), 0)::bigint bytes from (
      select f.bytes from files f
       where f.created_at > ${since} and ${isKept} and not (${inUse}) limit ${limit}) u`;

/** `known`: the account has a file in use. `own`: number of its unused files, up to `limit`. */
export const unusedOf = (tx: Db, userId: string, limit: number) =>
  requireRow<{ known: boolean; own: number }>(tx)`
    select exists (select from files f where f.user_id = ${userId} and (${inUse})) known,
           (select count(*)::int from (select from files f
             where f.user_id = ${userId} and ${isKept} and not (${inUse}) limit ${limit}) o) own`;
