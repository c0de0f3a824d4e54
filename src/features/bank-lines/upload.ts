import { createHash, randomUUID } from 'node:crypto';
import { staffOnly } from '../../platform/procedure.ts';
import { isOurs } from '../movements/evidence.ts';
import { noParty } from '../movements/movement.ts';
import { bankKeyOf } from '../movements/movement-reference.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { currentSettings } from '../settings/store.ts';
import { bankLineActs } from './acts.ts';
import { isCash } from './cash.ts';
import { onLines, rememberLine } from './line-work.ts';
import { mayRefuse, refuse, statementFaults } from './messages.ts';
import { noteShownAgain } from './same-line.ts';
import { KeepFormat, UploadStatement } from './schema.ts';
import { columnNames, readStatement, type StatementLine } from './statement.ts';
import { addLines, keepFormatAs, keptFormats, type NewLine, openOfUpload, type Typed, typedUnder } from './store.ts';
import { isAsTyped } from './twins.ts';

/** What tells a line from every other, in whatever file it comes: all that the bank says of it. */
const fingerprintOf = (currency: string, { minor, ...line }: StatementLine): string =>
  createHash('sha256')
    .update(JSON.stringify([currency, line.day, line.credit, minor.toString(), line.reference, line.details]))
    .update(JSON.stringify([line.payer, line.account, line.bank]))
    .digest('hex');

/**
 * What somebody typed by hand that is this line: its reference, day and amount, whoever the bank says paid, and for
 * what it names. Of anything else a person sees both.
 */
const typedAs = (line: StatementLine, typed: readonly Typed[]): string | null =>
  typed.find(
    (one) => one.key === bankKeyOf(line) && one.minor === line.minor && isAsTyped({ ...line, written: '' }, one),
  )?.id ?? null;

type Known = { readonly currency: string; readonly settings: SettingsInForce; readonly typed: readonly Typed[] };

/** The lines as they are kept. Of two that are alike in all of it the second is another: it came twice in one file. */
function keptAs(lines: readonly StatementLine[], { currency, settings, typed }: Known): NewLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const fingerprint = fingerprintOf(currency, line);
    const nth = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, nth);
    const own = line.account !== '' && isOurs({ ...noParty, account: line.account }, settings);
    return {
      ...{ ...line, fingerprint, nth },
      movementId: line.credit && !own && nth === 1 ? typedAs(line, typed) : null,
      cash: line.credit && isCash(line, settings.cash_deposits.words),
      aside: own ? 'own_transfer' : line.credit ? null : 'debit',
    };
  });
}

/**
 * Keeps the lines of a statement. The same file twice, or the same line in another file, changes nothing. What left us
 * and what moved between accounts of our own is set aside at once.
 */
export const uploadStatement = onLines()
  .errors(mayRefuse('bank_lines.unreadable'))
  .input(UploadStatement)
  .handler(async ({ context, input }) => {
    const { tx, person, services } = context;
    const { currency, text, format } = input;
    const read = readStatement(text, format);
    if (!read.ok) return refuse('bank_lines.unreadable', { why: statementFaults[read.fault] });
    const keys = [...new Set(read.lines.flatMap((line) => bankKeyOf(line) ?? []))];
    const typed = await typedUnder(tx, currency, keys);
    const lines = keptAs(read.lines, { currency, settings: await currentSettings(tx), typed });
    const written = createHash('sha256').update(JSON.stringify(columnNames.map((name) => format.columns[name])));
    const upload = {
      ...{ id: randomUUID(), currency, by: person.id, now: services.clock() },
      written: written.digest('hex').slice(0, 16),
    };
    const added = await addLines(tx, upload, lines);
    if (added > 0) await noteShownAgain(tx, await openOfUpload(tx, upload.id), upload.now);
    const counts = { read: lines.length, added, skipped: read.skipped.length };
    await rememberLine(context, upload.id, { action: 'uploaded', after: { currency, ...counts } });
    return counts;
  });

/** How the statements of our banks are written, as finance kept it. */
export const listFormats = staffOnly(bankLineActs.read).handler(async ({ context: { tx } }) => ({
  formats: await keptFormats(tx),
}));

/** Keeps how a bank writes its statements, under its name; a format of that name is replaced. */
export const keepFormat = onLines()
  .input(KeepFormat)
  .handler(async ({ context, input }) => {
    const { tx, person, services } = context;
    await keepFormatAs(tx, input, { by: person.id, now: services.clock() });
    await rememberLine(context, input.name, { action: 'formatKept', after: input.format });
    return { name: input.name };
  });
