import { createHash, randomUUID } from 'node:crypto';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { staff } from '../../platform/http/procedure.ts';
import { isOurs } from '../ledger/evidence.ts';
import { noParty } from '../ledger/movement.ts';
import { getBankKey } from '../ledger/movement-reference.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { isCash } from './cash.ts';
import { isExactManualEntry } from './duplicate-lines.ts';
import { recordDuplicatesOfUsed } from './duplicates.ts';
import { formatFault, refusalCodes, refuse } from './messages.ts';
import { bankLinePermissions } from './permissions.ts';
import { auditLine, lineProcedure } from './procedures.ts';
import { Format, KeepFormat, UploadStatement } from './schema.ts';
import { parseStatement, type StatementLine } from './statement.ts';
import type { StatementFormat } from './statement-format.ts';
import { type ColumnName, columnNames } from './statement-terms.ts';
import {
  findFormats,
  findManualEntriesByKey,
  findOpenLinesOfUpload,
  insertLines,
  type ManualEntryWithKey,
  type NewLine,
  saveFormat,
} from './store.ts';

/** Fingerprint of a line: all values from the bank, the same in every file format. */
const hashLine = (currency: string, { minor, ...line }: StatementLine): string =>
  createHash('sha256')
    .update(JSON.stringify([currency, line.day, line.credit, minor.toString(), line.reference, line.details]))
    .update(JSON.stringify([line.payer, line.account, line.bank]))
    .digest('hex');

/** Finds the manual entry with the same reference, day and amount. Staff decide on less exact matches. */
const matchManualEntry = (line: StatementLine, typed: readonly ManualEntryWithKey[]): string | null =>
  typed.find(
    (one) =>
      one.key === getBankKey(line) && one.minor === line.minor && isExactManualEntry({ ...line, written: '' }, one),
  )?.id ?? null;

type LineContext = {
  readonly currency: string;
  readonly settings: SettingsInForce;
  readonly typed: readonly ManualEntryWithKey[];
};

/** Columns added later. If empty, the signature omits them, so that old signatures stay valid. */
const optionalColumns: readonly ColumnName[] = ['direction', 'currency', 'status'];
const getFormatSignature = ({ columns }: StatementFormat): string[] =>
  columnNames.flatMap((name) => {
    const isLeftOut = name === 'balance' || (optionalColumns.includes(name) && columns[name] === '');
    return isLeftOut ? [] : [columns[name]];
  });

/** Numbers identical lines of a file by `nth`, because they are separate payments. */
function toNewLines(lines: readonly StatementLine[], { currency, settings, typed }: LineContext): NewLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const fingerprint = hashLine(currency, line);
    const nth = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, nth);
    const isOwnAccount = line.account !== '' && isOurs({ ...noParty, account: line.account }, settings);
    return {
      ...line,
      fingerprint,
      nth,
      movementId: line.credit && !isOwnAccount && nth === 1 ? matchManualEntry(line, typed) : null,
      cash: line.credit && isCash(line, settings.cash_deposits.words),
      dismissal: isOwnAccount ? 'own_transfer' : line.credit ? null : 'debit',
    };
  });
}

/** Inserts new lines and skips known lines. Dismisses debits and transfers between our own accounts. */
export const uploadStatement = lineProcedure()
  .errors(refusalCodes('bank_lines.unreadable'))
  .input(UploadStatement)
  .handler(async function uploadStatement({ context, input }) {
    const { tx, person, services } = context;
    const { currency, text, format } = input;
    const now = services.clock();
    const read = parseStatement(text, format, { currency, today: jamaicaDay(now) });
    if (!read.ok) return refuse('bank_lines.unreadable', { why: formatFault(read) });
    const keys = [...new Set(read.lines.flatMap((line) => getBankKey(line) ?? []))];
    const typed = await findManualEntriesByKey(tx, currency, keys);
    const lines = toNewLines(read.lines, { currency, settings: await loadCurrentSettings(tx), typed });
    const statementFormat = createHash('sha256').update(JSON.stringify(getFormatSignature(format)));
    const upload = {
      id: randomUUID(),
      currency,
      by: person.id,
      now,
      written: statementFormat.digest('hex').slice(0, 16),
    };
    const added = await insertLines(tx, upload, lines);
    if (added > 0) await recordDuplicatesOfUsed(tx, await findOpenLinesOfUpload(tx, upload.id), upload.now);
    const counts = { read: lines.length, added, skipped: read.skipped.length };
    await auditLine(context, upload.id, {
      action: 'uploaded',
      after: { currency, amounts: format.amounts ?? 'detected', ...counts },
    });
    return counts;
  });

export const listFormats = staff(bankLinePermissions.read).handler(async function listFormats({ context: { tx } }) {
  return {
    // `parse` adds columns that did not exist when the format was saved.
    formats: (await findFormats(tx)).map(({ name, format }) => ({ name, format: Format.parse(format) })),
  };
});

export const saveBankFormat = lineProcedure()
  .input(KeepFormat)
  .handler(async function saveBankFormat({ context, input }) {
    const { tx, person, services } = context;
    await saveFormat(tx, input, { by: person.id, now: services.clock() });
    await auditLine(context, input.name, { action: 'formatKept', after: input.format });
    return { name: input.name };
  });
