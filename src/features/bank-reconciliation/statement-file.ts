import { parseCamt } from './parse-camt.ts';
import { parseOfx } from './parse-ofx.ts';
import type { FileFault, Skipped, StatementLine } from './statement.ts';
import {
  formatDayHeading,
  maxLines,
  maxStatementLength,
  type ReadContext,
  type StatementFormat,
} from './statement-format.ts';

/** Detected by content, because file names may be wrong. `unread`: a bank format that we do not support. */
export type FileKind = 'csv' | 'camt' | 'ofx' | 'unread' | 'other';

export const maxFileLength = 4_000_000;

export function detectFileKind(text: string): FileKind {
  const start = text
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  // Zip archives (spreadsheets), PDFs and binary files.
  if (['PK\u0003\u0004', '%PDF-'].some((mark) => start.startsWith(mark)) || start.includes('\u0000')) return 'other';
  if (/^OFXHEADER\s*:/i.test(start) || /<OFX>|<\?OFX\s/i.test(start)) return 'ofx';
  // QIF and MT940.
  if (/^(!Type:|:20:|\{1:)/i.test(start)) return 'unread';
  return start.startsWith('<') ? 'camt' : 'csv';
}

/** Returns the format of a converted file. Its headings contain the file kind, unlike those of bank exports. */
export const getFileFormat = (kind: 'camt' | 'ofx'): StatementFormat => ({
  separator: ',',
  decimal: '.',
  day: 'ymd',
  amounts: 'converted',
  columns: {
    day: formatDayHeading(kind),
    amount: 'Amount',
    credit: '',
    debit: '',
    reference: 'Reference',
    details: 'Description',
    payer: 'Payer',
    account: 'Account',
    bank: 'Bank',
    direction: '',
    currency: '',
    status: '',
    balance: '',
  },
});

const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const formatAmount = ({ minor, credit }: StatementLine): string =>
  `${credit ? '' : '-'}${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

function formatLines(lines: readonly StatementLine[], { columns }: StatementFormat): string {
  const names = ['day', 'amount', 'reference', 'details', 'payer', 'account', 'bank'] as const;
  const rows = lines.map((line) =>
    names.map((name) => quoteCell(name === 'amount' ? formatAmount(line) : line[name].slice(0, 300))).join(','),
  );
  return [names.map((name) => quoteCell(columns[name])).join(','), ...rows].join('\n');
}

export type ConvertedFile =
  | {
      readonly ok: true;
      readonly text: string;
      readonly format: StatementFormat;
      readonly skipped: readonly Skipped[];
    }
  | { readonly ok: false; readonly fault: FileFault };

/** Converts a CAMT or OFX file to CSV text, so that all uploads use the CSV parser. */
export function convertFile(file: string, kind: Exclude<FileKind, 'csv'>, as: ReadContext): ConvertedFile {
  if (kind === 'other') return { ok: false, fault: 'not_text' };
  if (kind === 'unread') return { ok: false, fault: 'other_message' };
  if (file.length > maxFileLength) return { ok: false, fault: 'file_too_long' };
  const read = (kind === 'ofx' ? parseOfx : parseCamt)(file.replace(/^\uFEFF/, ''), as);
  if (!read.ok) return read;
  const format = getFileFormat(kind);
  const text = formatLines(read.lines, format);
  if (text.length > maxStatementLength || read.lines.length > maxLines) return { ok: false, fault: 'file_too_long' };
  return { ok: true, text, format, skipped: read.skipped };
}
