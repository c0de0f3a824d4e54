import { createHash } from 'node:crypto';

/**
 * The hash chain over the audit log (decision D3), and its form outside the database. Needs nothing but its input, so
 * that somebody else can write it again from this description:
 *
 * - An entry is thirteen texts (null where there is none), as the database writes them: `at` in UTC with microseconds,
 *   `before` and `after` as PostgreSQL writes jsonb. Its digest is four parts with `:` between them: `2`; the role that
 *   alone may read it, or nothing; `about` where it is about a customer, who may not read it, or nothing; SHA-256, in
 *   hex, over the UTF-8 of `JSON.stringify` of the array of texts, in the order of {@link entryFields}. So whoever
 *   holds a line without its content knows why that may be kept back. Older lines have the SHA-256 alone.
 * - An entry `audit.erased` of the product names in `after`, under `lines`, the numbers of lines before it whose
 *   content was erased: these have no entry any more. No other line says that it was erased, whatever its digest
 *   says of who may read it.
 * - A line of the chain is its number, the hash of the line before (64 zeros before the first), the digest and the
 *   moment of sealing. Its hash is SHA-256, in hex, over `JSON.stringify([seq, previous, digest, sealedAt])`.
 */
export const entryFields = [
  'id',
  'at',
  'actorId',
  'actorRole',
  'action',
  'subjectType',
  'subjectId',
  'aboutId',
  'forRole',
  'before',
  'after',
  'reasonCode',
  'requestId',
] as const;

/** An entry in texts alone: numbers in it mean the same to every reader. */
export type EntryTexts = Readonly<Record<(typeof entryFields)[number], string | null>>;

/** One line of the chain; `seq` counts from 1. */
export type Seal = {
  readonly seq: string;
  readonly previous: string;
  readonly digest: string;
  readonly sealedAt: string;
  readonly hash: string;
};

/** What stands before the first line. */
export const genesis = '0'.repeat(64);

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const contentOf = (entry: EntryTexts): string => sha256(JSON.stringify(entryFields.map((name) => entry[name])));

export const digestOf = (entry: EntryTexts): string =>
  `2:${entry.forRole ?? ''}:${entry.aboutId === null ? '' : 'about'}:${contentOf(entry)}`;

/** What a digest says without its entry: whether it was made in the old way, and why the entry may be kept back. */
type Digest = { readonly old: boolean; readonly forRole: boolean; readonly about: boolean };

export function readDigest(digest: string): Digest | null {
  if (/^[0-9a-f]{64}$/.test(digest)) return { old: true, forRole: false, about: false };
  const [whole, role, about] = /^2:([a-z]*):(about)?:[0-9a-f]{64}$/.exec(digest) ?? [];
  return whole === undefined ? null : { old: false, forRole: role !== '', about: about !== undefined };
}

/** Whether this is the entry that was sealed under a digest, made in whichever way. */
export const isSealedAs = (entry: EntryTexts, digest: string): boolean =>
  digest === digestOf(entry) || digest === contentOf(entry);

export const hashOf = ({ seq, previous, digest, sealedAt }: Omit<Seal, 'hash'>): string =>
  sha256(JSON.stringify([seq, previous, digest, sealedAt]));

/** Chains entries behind the last line. */
export function chain(last: Pick<Seal, 'seq' | 'hash'>, entries: readonly EntryTexts[], sealedAt: string): Seal[] {
  let { seq, hash: previous } = last;
  return entries.map((entry) => {
    const line = { seq: String(BigInt(seq) + 1n), previous, digest: digestOf(entry), sealedAt };
    const sealed = { ...line, hash: hashOf(line) };
    ({ seq, hash: previous } = sealed);
    return sealed;
  });
}
