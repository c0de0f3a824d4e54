import { type EntryTexts, entryFields, type Seal } from './chain.ts';

/** One JSON object per line, without spaces, with members in a fixed order. */
export const exportFormat = 'cryptocommerce-audit-1';

/**
 * `entry` is null if withheld from the exporter, `missing` if deleted from the log, or `erased` after its retention.
 */
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
