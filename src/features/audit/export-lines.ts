import { type EntryTexts, entryFields, type Seal } from './chain.ts';

/** The form of an exported log: one JSON object a line, without blanks, members in this order. */
export const exportFormat = 'cryptocommerce-audit-1';

/**
 * `entry` is null where it is kept back from whoever exported, `missing` where the log has lost it, `erased` where the
 * log says that it was kept long enough. The last is written where it holds alone.
 */
export type ExportLine = Seal & {
  readonly entry: EntryTexts | null;
  readonly missing: boolean;
  readonly erased: boolean;
};

/**
 * Behind the lines: which of them are named as erased by an entry that is in no file yet, or stands further behind (its
 * number). It proves nothing by itself; a longer export holds the entry.
 */
export type Named = { readonly named: readonly string[]; readonly by: string | null };

/** What a file begins with: which line comes first, and the hash before it. */
export type Head = { readonly from: string; readonly previous: string; readonly exportedAt: string };

/** What it ends with. `waiting` entries were not sealed yet and are in no file. */
export type Tail = { readonly lines: number; readonly last: string; readonly hash: string; readonly waiting: number };

export const headText = ({ from, previous, exportedAt }: Head): string =>
  `${JSON.stringify({ format: exportFormat, from, previous, exportedAt })}\n`;

export const lineText = ({ seq, previous, digest, sealedAt, hash, entry, missing, erased }: ExportLine): string => {
  const texts = entry && Object.fromEntries(entryFields.map((name) => [name, entry[name]]));
  const line = { seq, previous, digest, sealedAt, hash, entry: texts, missing, ...(erased && { erased }) };
  return `${JSON.stringify(line)}\n`;
};

export const namedText = ({ named, by }: Named): string => `${JSON.stringify({ named, by })}\n`;

export const tailText = ({ lines, last, hash, waiting }: Tail): string =>
  `${JSON.stringify({ end: true, lines, last, hash, waiting })}\n`;
