import { createHash } from 'node:crypto';

/**
 * The hash chain over the audit log (decision D3). A third party can implement the verification from this description.
 *
 * - An entry has thirteen fields, each text or null: `at` in UTC with microseconds, `before` and `after` in the text
 *   format of PostgreSQL's jsonb.
 * - The digest of an entry has four parts joined by `:`: `2`; the only role that may read the entry, or nothing;
 *   `about` for an entry about a customer, or nothing; and the content hash.
 * - The content hash is the SHA-256 in hex of `JSON.stringify` of the fields in the order of {@link entryFields}. Older
 *   digests are the content hash alone.
 * - Only an entry `audit.erased` by the system proves an erasure. Its `after.lines` lists earlier, now erased lines.
 * - A line has a number, the hash of the previous line (64 zeros for the first), the digest and the sealing time.
 * - The hash of a line is the SHA-256 in hex of `JSON.stringify([seq, previous, digest, sealedAt])`.
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

/** An entry with text values only, so that every programming language hashes numbers alike. */
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

/** One JSON object per line, without spaces, with members in a fixed order. */
export const exportFormat = 'cryptocommerce-audit-1';

/** `entry` is null if withheld from the exporter, `missing` if deleted, or `erased` after its retention. */
export type ExportLine = Seal & {
  readonly entry: EntryTexts | null;
  readonly missing: boolean;
  readonly erased: boolean;
};

/** Lines that the later entry `by` (null if unsealed) erased. This file does not prove the erasure. */
export type LaterErasures = { readonly named: readonly string[]; readonly by: string | null };

export type Head = { readonly from: string; readonly previous: string; readonly exportedAt: string };

export type Tail = { readonly lines: number; readonly last: string; readonly hash: string; readonly waiting: number };

export const formatHead = ({ from, previous, exportedAt }: Head): string =>
  `${JSON.stringify({ format: exportFormat, from, previous, exportedAt })}\n`;

export const formatLine = ({ seq, previous, digest, sealedAt, hash, entry, missing, erased }: ExportLine): string => {
  const texts = entry && Object.fromEntries(entryFields.map((name) => [name, entry[name]]));
  const line = { seq, previous, digest, sealedAt, hash, entry: texts, missing, ...(erased && { erased }) };
  return `${JSON.stringify(line)}\n`;
};

export const formatLaterErasures = ({ named, by }: LaterErasures): string => `${JSON.stringify({ named, by })}\n`;

export const formatTail = ({ lines, last, hash, waiting }: Tail): string =>
  `${JSON.stringify({ end: true, lines, last, hash, waiting })}\n`;
