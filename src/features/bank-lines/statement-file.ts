import type { FileFault } from './file-line.ts';
import { readCamt } from './read-camt.ts';
import { readOfx } from './read-ofx.ts';
import { longestStatement, mostLines, type Skipped, type StatementFormat, type StatementLine } from './statement.ts';

/** Which kind of file a text is, by what stands in it: names of files say anything. */
export type FileKind = 'csv' | 'camt' | 'ofx' | 'other';

/** Longer is no statement of some days. */
export const longestFile = 4_000_000;

export function kindOf(text: string): FileKind {
  const start = text
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  // A spreadsheet is a packed folder; a PDF says so; and no text holds zeros.
  if (['PK\u0003\u0004', '%PDF-'].some((mark) => start.startsWith(mark)) || start.includes('\u0000')) return 'other';
  if (/^OFXHEADER\s*:/i.test(start) || /<OFX>|<\?OFX\s/i.test(start)) return 'ofx';
  return start.startsWith('<') ? 'camt' : 'csv';
}

export const fileNames: Readonly<Record<'camt' | 'ofx', string>> = { camt: 'CAMT.053', ofx: 'OFX' };

/** How lines that were read from such a file are written on: its name in a heading tells them from any other export. */
export const formatOf = (kind: 'camt' | 'ofx'): StatementFormat => ({
  ...{ separator: ',', decimal: '.', day: 'ymd' },
  columns: {
    ...{ day: `Day (${fileNames[kind]})`, amount: 'Amount', credit: '', debit: '', reference: 'Reference' },
    ...{ details: 'Description', payer: 'Payer', account: 'Account', bank: 'Bank' },
  },
});

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const amountOf = ({ minor, credit }: StatementLine): string =>
  `${credit ? '' : '-'}${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

/** The lines of a file as the text that is kept: each goes the one way that lines go. */
function written(lines: readonly StatementLine[], { columns }: StatementFormat): string {
  const names = ['day', 'amount', 'reference', 'details', 'payer', 'account', 'bank'] as const;
  const rows = lines.map((line) =>
    names.map((name) => cell(name === 'amount' ? amountOf(line) : line[name].slice(0, 300))).join(','),
  );
  return [names.map((name) => cell(columns[name])).join(','), ...rows].join('\n');
}

/** A statement as it is uploaded, and what of it was no line; or why it cannot be read. */
export type FileAsText =
  | {
      readonly ok: true;
      readonly text: string;
      readonly format: StatementFormat;
      readonly skipped: readonly Skipped[];
    }
  | { readonly ok: false; readonly fault: FileFault };

/** What a file for machines says of our account in one currency, as the text that is uploaded. */
export function asText(file: string, kind: Exclude<FileKind, 'csv'>, currency: string): FileAsText {
  if (kind === 'other') return { ok: false, fault: 'not_text' };
  if (file.length > longestFile) return { ok: false, fault: 'file_too_long' };
  const read = (kind === 'ofx' ? readOfx : readCamt)(file.replace(/^\uFEFF/, ''), currency);
  if (!read.ok) return read;
  const format = formatOf(kind);
  const text = written(read.lines, format);
  if (text.length > longestStatement || read.lines.length > mostLines) return { ok: false, fault: 'file_too_long' };
  return { ok: true, text, format, skipped: read.skipped };
}
