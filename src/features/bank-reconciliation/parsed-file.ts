import type { Skipped, StatementLine } from './statement.ts';

export type FileFault = 'file_too_long' | 'not_whole' | 'other_message' | 'not_text';
export type StatementFile =
  | { readonly ok: true; readonly lines: readonly StatementLine[]; readonly skipped: readonly Skipped[] }
  | { readonly ok: false; readonly fault: FileFault };

/** Parses a plain decimal number. Returns cents, or null unless the number is whole cents. */
export function parsePlainCents(text: string): bigint | null {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  if (whole === undefined || /[1-9]/.test(part.slice(2))) return null;
  return BigInt(whole) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'));
}
