import { detectFormat } from '../src/features/bank-reconciliation/detect-format.ts';
import { parseStatement } from '../src/features/bank-reconciliation/statement.ts';
import type {
  AmountSigns,
  ReadContext,
  StatementFormat,
} from '../src/features/bank-reconciliation/statement-format.ts';
import type { Currency } from '../src/kernel/money.ts';

export const exportAccount: ReadContext = { currency: 'JMD', today: '2026-11-28' };

type Change = {
  readonly currency?: Currency;
  readonly columns?: object;
  readonly day?: StatementFormat['day'];
  readonly amounts?: AmountSigns;
};

/** Reads an export like the upload dialog: detected format, lines and skipped rows, or the fault. */
export function readExport(text: string, { currency = 'JMD', columns = {}, day, amounts = 'detected' }: Change = {}) {
  const account = { ...exportAccount, currency };
  const detected = detectFormat(text, account);
  const format = { ...detected, columns: { ...detected.columns, ...columns }, ...(day && { day }), amounts };
  const found = parseStatement(text, format, account);
  if (!found.ok) return { fault: found.fault, name: found.name };
  return {
    lines: found.lines.map(({ day: on, credit, minor }) => `${on} ${credit ? '+' : '-'}${minor}`),
    skipped: found.skipped.map(({ row, why }) => `${row} ${why}`),
  };
}

/** Reads an export. If the direction is ambiguous, states that all its money came in. */
export function readStated(text: string, change: Change = {}) {
  const read = readExport(text, change);
  return read.fault === 'direction_unknown' ? readExport(text, { ...change, amounts: 'incoming' }) : read;
}

export function readDescriptions(text: string) {
  const format = { ...detectFormat(text, exportAccount), amounts: 'incoming' } as const;
  const found = parseStatement(text, format, exportAccount);
  return found.ok ? found.lines.map(({ details, reference }) => [details, reference]) : found.fault;
}

export const joinRows = (...lines: string[]): string => `${lines.join('\n')}\n`;
