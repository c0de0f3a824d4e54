import { type EntryTexts, entryFields, type Seal } from './chain.ts';

/** One JSON object per line, without spaces, members in this order. */
export const exportFormat = 'cryptocommerce-audit-1';

/**
 * `entry` is null if it is withheld from the exporter, `missing` if the log lost it, `erased` if its retention ended.
 */
export type ExportLine = Seal & {
  readonly entry: EntryTexts | null;
  readonly missing: boolean;
  readonly erased: boolean;
};

/** Lines that an entry outside the file names as erased; `by` is its number, null if unsealed. Proves nothing alone. */
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
