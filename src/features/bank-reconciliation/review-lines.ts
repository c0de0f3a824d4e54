import { money, parseMoney } from '../../kernel/money.ts';
import { parseReference } from '../../kernel/order-reference.ts';
import { paginate } from '../../kernel/pagination.ts';
import { isSamePerson, roleAllows } from '../../kernel/permissions.ts';
import type { Db } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { defineProposal, rejectionReason } from '../approvals/decide.ts';
import { formatAmount } from '../ledger/amount.ts';
import { parseMovementReference, type ReferenceCheck } from '../ledger/movement-reference.ts';
import { holderMatches } from '../ledger/names.ts';
import { findContradictions } from '../ledger/reversal-store.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import type { StaffContext as OrderDesk } from '../trading/staff/order-commands.ts';
import { isAboveCeiling } from './cash.ts';
import { matchesManualEntry } from './duplicate-lines.ts';
import { type ApprovedProposal, distinctKind, loadDuplicates, unresolvedDuplicates } from './duplicates.ts';
import {
  findCustomerName,
  findExpectedByName,
  findExpectedPayments,
  type NamedExpectedPayment,
} from './expected-payments-store.ts';
import { isPermanentDismissal } from './line-rules.ts';
import { createMatcher, type Match, type PaidLine, parseReferences, proposeAll } from './matching.ts';
import { refusalCodes, refuse } from './messages.ts';
import { bankLinePermissions } from './permissions.ts';
import { auditLine, lineProcedure, lockOpenLine, type StaffContext } from './procedures.ts';
import { DismissLine, FindAwaited, ListLines, ProposeDistinct, RestoreLine } from './schema.ts';
import {
  type BankLine,
  countOpenLines,
  findLine,
  findLines,
  findManualEntries,
  findUploader,
  linkLine,
  type ManualEntry,
  setDismissal,
} from './store.ts';

const pageSize = 100;
/** Adds matches and duplicates to a line. A line with a possible duplicate is never certain. */
function toShownLine(
  match: MapValue<typeof matchLines> | undefined,
  duplicate: MapValue<typeof loadDuplicates> | undefined,
) {
  const { matches, certain } = match ?? { matches: [], certain: false };
  const { sameAs, two } = duplicate ?? { sameAs: null, two: null };
  return { matches, certain: certain && sameAs === null, sameAs, two };
}
// biome-ignore lint/suspicious/noExplicitAny: any loader of values by line.
type MapValue<Load extends (...args: any[]) => Promise<Map<string, unknown>>> =
  Awaited<ReturnType<Load>> extends Map<string, infer Value> ? Value : never;

const readProcedure = () => staff(bankLinePermissions.read);

const toPaidLine = ({ amount, ...line }: BankLine): PaidLine => ({ ...line, minor: amount.minor });

const toShownMatch = ({ expected: awaited, ...match }: Match, currency: BankLine['amount']['currency']) => {
  const { kind, id, reference, since, ended, name, amount, claimed } = awaited as NamedExpectedPayment;
  return { ...match, kind, id, reference, since, ended, name, claimed, amount: money(currency, amount) };
};

async function matchLines(tx: Db, lines: readonly BankLine[]) {
  const found = new Map<string, { matches: ReturnType<typeof toShownMatch>[]; certain: boolean }>();
  for (const currency of new Set(lines.map(({ amount }) => amount.currency))) {
    const sameCurrency = lines.filter(({ amount }) => amount.currency === currency);
    const amounts = [...new Set(sameCurrency.map(({ amount }) => amount.minor))];
    const references = [...new Set(sameCurrency.flatMap(parseReferences))];
    const awaited = await findExpectedPayments(tx, currency, { amounts, references });
    for (const [at, { matches, certain }] of proposeAll(sameCurrency.map(toPaidLine), awaited).entries()) {
      const line = sameCurrency[at];
      // Staff decide between identical lines, even on different pages.
      if (line)
        found.set(line.id, {
          certain: certain && !line.alike,
          matches: matches.map((match) => toShownMatch(match, currency)),
        });
    }
  }
  return found;
}

export const listLines = readProcedure()
  .input(ListLines)
  .handler(async function listLines({ context: { tx, person }, input }) {
    const found = await findLines(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = paginate(found, pageSize, ({ day, id }) => ({ day, id }));
    const isOpen = input.which === 'open';
    const [matches, duplicates] = await Promise.all([
      isOpen ? matchLines(tx, page) : new Map<string, never>(),
      loadDuplicates(tx, page, person),
    ]);
    const { cash_deposits, rates } = await loadCurrentSettings(tx);
    const lines = page.map(({ movementId: _m, fingerprint: _f, uploadId: _u, written: _w, ...line }) => ({
      ...line,
      ...toShownLine(matches.get(line.id), duplicates.get(line.id)),
      // Refunds go to the payer, so staff must complete the payer before they confirm.
      lacksPayer: line.payer === '' || line.bank === '' || line.account === '',
      muchCash: line.cash && isAboveCeiling([line.amount], cash_deposits.ceiling, rates.buy),
    }));
    return { lines, next, open: await countOpenLines(tx), works: roleAllows(bankLinePermissions.work, person.roles) };
  });

export const countLines = readProcedure().handler(async function countLines({ context: { tx } }) {
  return { open: await countOpenLines(tx) };
});

export const findAwaited = readProcedure()
  .errors(refusalCodes('bank_lines.not_found'))
  .input(FindAwaited)
  .handler(async function findAwaited({ context: { tx }, input: { lineId, search } }) {
    const line = (await findLine(tx, lineId)) ?? refuse('bank_lines.not_found', {});
    const { currency } = line.amount;
    const reference = parseReference(search);
    const amount = parseMoney(search, currency);
    const criteria = { references: reference ? [reference] : [], amounts: amount ? [amount.minor] : [] };
    const found =
      reference || amount
        ? await findExpectedPayments(tx, currency, criteria)
        : await findExpectedByName(tx, currency, search);
    const match = createMatcher(toPaidLine(line));
    const matches = found.slice(0, 20).map((one) => toShownMatch(match(one), currency));
    return { matches };
  });

type Recorded = { readonly key: ReferenceCheck; readonly byHand: readonly ManualEntry[] };

/** Finds the manual entry with the line's reference, day, amount and payer, but another account. */
async function findMistypedEntry(tx: Db, line: BankLine, { key, byHand }: Recorded): Promise<ManualEntry | undefined> {
  const sameCurrency = parseMovementReference('bank', line.reference);
  const [one] = byHand;
  if (!one?.userId || !sameCurrency.ok || !key.ok || sameCurrency.key !== key.key || one.day !== line.day)
    return undefined;
  const isFromCustomer = line.payer !== '' && holderMatches(line.payer, await findCustomerName(tx, one.userId));
  return isFromCustomer ? one : undefined;
}

/** Joins a line with its manual entry. An earlier day than the bank's sets the price (E1): a colleague must confirm. */
async function joinManualEntry({ tx, person }: Pick<StaffContext, 'tx' | 'person'>, line: BankLine, reference: string) {
  const key = parseMovementReference('bank', reference);
  const byHand = key.ok ? await findManualEntries(tx, key.key, line.amount) : [];
  const exact = byHand.find((one) => matchesManualEntry(line, one));
  const same = exact ?? (await findMistypedEntry(tx, line, { key, byHand }));
  if (!same) return refuse('bank_lines.not_recorded', { amount: formatAmount(line.amount) });
  if (same.userId !== null && isSamePerson(person, same.userId)) return refuse('approvals.own_matter', {});
  // Refunds go to the account on the line, so its uploader must not choose it alone.
  const uploader = exact ? null : await findUploader(tx, line.id);
  if (uploader && isSamePerson(person, uploader)) return refuse('bank_lines.uploaded_by_you', {});
  if (same.day < line.day && same.recordedBy !== null && isSamePerson(person, same.recordedBy))
    return refuse('bank_lines.typed_early', { typed: same.day, shown: line.day });
  return linkLine(tx, line.id, same.id);
}

export async function dismissLineFor(
  staff: OrderDesk,
  { lineId, reason, reference, note }: typeof DismissLine._output,
) {
  const line = await lockOpenLine(staff, lineId);
  if (reason === 'recorded') await joinManualEntry(staff, line, reference);
  else await setDismissal(staff.tx, line.id, reason);
  const after = { note, ...(reference && { reference }) };
  await auditLine(staff, line.id, { action: 'setAside', reason, after });
  return { lineId: line.id };
}

export const dismissLine = lineProcedure()
  .errors(
    refusalCodes(
      'bank_lines.not_recorded',
      'bank_lines.typed_early',
      'bank_lines.uploaded_by_you',
      'approvals.own_matter',
    ),
  )
  .input(DismissLine)
  .handler(function dismissLine({ context, input }) {
    return dismissLineFor(context, input);
  });

/** Reopens a dismissed line. Refuses debits, and lines that joined a manual entry. */
export const restoreLine = lineProcedure()
  .input(RestoreLine)
  .handler(async function restoreLine({ context, input }) {
    const line = (await findLine(context.tx, input.lineId, true)) ?? refuse('bank_lines.not_found', {});
    if (line.dismissal === null || isPermanentDismissal(line.dismissal) || !line.credit)
      refuse('bank_lines.settled', {});
    await setDismissal(context.tx, line.id, null);
    await auditLine(context, line.id, { action: 'broughtBack', after: { was: line.dismissal } });
    return { lineId: line.id };
  });

/** Locks a line with a possible duplicate. A settled line must have a contradiction. */
async function lockLineInDoubt({ tx }: Pick<StaffContext, 'tx'>, lineId: string) {
  const against = ((await findContradictions(tx, [lineId])).get(lineId) ?? []).map(({ id }) => id);
  const line =
    against.length > 0
      ? ((await findLine(tx, lineId, true)) ?? refuse('bank_lines.not_found', {}))
      : await lockOpenLine({ tx }, lineId);
  const isOpen = line.movementId === null && line.dismissal === null;
  const duplicates = isOpen ? ((await unresolvedDuplicates(tx, [line])).get(line.id) ?? []) : [];
  return { line, than: [...new Set([...against, ...duplicates.map(({ id }) => id)])] };
}

const distinctProposal = defineProposal<Pick<StaffContext, 'tx' | 'person'>, ApprovedProposal>({
  kind: distinctKind,
  // The approval covers only the listed lines. A later duplicate needs another approval.
  stillValid: () => true,
});

export const proposeDistinct = staff(bankLinePermissions.tellApart)
  .errors(refusalCodes('bank_lines.not_found', 'bank_lines.settled', 'bank_lines.no_twin', 'approvals.already_open'))
  .input(ProposeDistinct)
  .handler(async function proposeDistinct({ context, input: { lineId, note } }) {
    const { line, than } = await lockLineInDoubt(context, lineId);
    if (than.length === 0) refuse('bank_lines.no_twin', {});
    const proposalId = await distinctProposal.propose(context, { subject: line.id, payload: { than, note } });
    await auditLine(context, line.id, { action: 'two_proposed', after: { than, note } });
    return { proposalId };
  });

export const decideDistinct = distinctProposal.procedure.handler(async function decideDistinct({ context, input }) {
  const { subject: lineId, ...decided } = await distinctProposal.decide(context, input);
  const after = { ...decided.payload, ...rejectionReason(decided) };
  await auditLine(context, lineId, { action: `two_${input.decision}`, after });
  return { lineId, decision: input.decision };
});
