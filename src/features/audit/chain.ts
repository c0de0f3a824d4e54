import { createHash } from 'node:crypto';

/**
 * The hash chain over the audit log (decision D3). A third party can write this verification again from this text.
 *
 * - An entry is thirteen texts (or null) as the database writes them: `at` in UTC with microseconds, `before` and
 *   `after` as PostgreSQL writes jsonb.
 * - Its digest is four parts joined by `:`: `2`; the only role that may read it, or nothing; `about` if it is about a
 *   customer, or nothing; and SHA-256 in hex.
 * - That hash is over the UTF-8 of `JSON.stringify` of the texts in the order of {@link entryFields}. Older digests are
 *   this hash alone.
 * - An entry `audit.erased` by the system lists in `after.lines` the earlier lines with erased content. No other line
 *   proves an erasure.
 * - A line of the chain is its number, the previous hash (64 zeros for the first), the digest and the time of sealing.
 * - Its hash is SHA-256 in hex over `JSON.stringify([seq, previous, digest, sealedAt])`.
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

/** An entry as texts only, so that numbers read the same in every language. */
export type EntryTexts = Readonly<Record<(typeof entryFields)[number], string | null>>;

export type Seal = {
  readonly seq: string;
  readonly previous: string;
  readonly digest: string;
  readonly sealedAt: string;
  readonly hash: string;
};

export const genesisHash = '0'.repeat(64);

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const hashContent = (entry: EntryTexts): string => sha256(JSON.stringify(entryFields.map((name) => entry[name])));

export const digestEntry = (entry: EntryTexts): string =>
  `2:${entry.forRole ?? ''}:${entry.aboutId === null ? '' : 'about'}:${hashContent(entry)}`;

type Digest = { readonly isLegacy: boolean; readonly forRole: boolean; readonly about: boolean };

export function parseDigest(digest: string): Digest | null {
  if (/^[0-9a-f]{64}$/.test(digest)) return { isLegacy: true, forRole: false, about: false };
  const [match, role, about] = /^2:([a-z]*):(about)?:[0-9a-f]{64}$/.exec(digest) ?? [];
  return match === undefined ? null : { isLegacy: false, forRole: role !== '', about: about !== undefined };
}

export const matchesDigest = (entry: EntryTexts, digest: string): boolean =>
  digest === digestEntry(entry) || digest === hashContent(entry);

export const hashSeal = ({ seq, previous, digest, sealedAt }: Omit<Seal, 'hash'>): string =>
  sha256(JSON.stringify([seq, previous, digest, sealedAt]));

export function chainEntries(
  last: Pick<Seal, 'seq' | 'hash'>,
  entries: readonly EntryTexts[],
  sealedAt: string,
): Seal[] {
  let { seq, hash: previous } = last;
  return entries.map((entry) => {
    const line = { seq: String(BigInt(seq) + 1n), previous, digest: digestEntry(entry), sealedAt };
    const sealed = { ...line, hash: hashSeal(line) };
    ({ seq, hash: previous } = sealed);
    return sealed;
  });
}
