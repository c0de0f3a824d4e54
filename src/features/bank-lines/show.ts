import { isFor, isOwn } from '../../kernel/acts.ts';
import { readReference } from '../../kernel/ids.ts';
import { money, parseMoney } from '../../kernel/money.ts';
import { pageOf } from '../../kernel/page.ts';
import type { Db } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { amountWords } from '../movements/amount.ts';
import { movementReference, type ReferenceCheck } from '../movements/movement-reference.ts';
import { holderMatches } from '../movements/names.ts';
import { currentSettings } from '../settings/store.ts';
import { bankLineActs } from './acts.ts';
import { isAsideForGood } from './asides.ts';
import { type AwaitedLine, awaitedFor, awaitedNamed, nameOfCustomer } from './awaited-store.ts';
import { isAboveCeiling } from './cash.ts';
import { type Desk, onLines, openLine, rememberLine } from './line-work.ts';
import { type Match, matcherOf, type PaidLine, proposals, referencesIn } from './matching.ts';
import { mayRefuse, refuse } from './messages.ts';
import { twinsShown } from './same-line.ts';
import { BringBack, FindAwaited, ListLines, SetAside } from './schema.ts';
import {
  type BankLine,
  type ByHand,
  countOpenLines,
  lineById,
  linesOf,
  recordedByHand,
  setLineAside,
  settleLine,
} from './store.ts';
import { isThatMoney } from './twins.ts';

const pageSize = 100;
/** What one line may be for, and what it may be the same as: then it is certain of nothing. */
function shownOf(match: Shown<typeof matched> | undefined, twin: Shown<typeof twinsShown> | undefined) {
  const { matches, certain } = match ?? { matches: [], certain: false };
  const { sameAs, two } = twin ?? { sameAs: null, two: null };
  return { matches, certain: certain && sameAs === null, sameAs, two };
}
// biome-ignore lint/suspicious/noExplicitAny: whatever a question by line answers.
type Shown<Ask extends (...asked: any[]) => Promise<Map<string, unknown>>> =
  Awaited<ReturnType<Ask>> extends Map<string, infer One> ? One : never;

const reader = () => staffOnly(bankLineActs.read);

const paid = ({ amount, ...line }: BankLine): PaidLine => ({ ...line, minor: amount.minor });

/** What it may be for, as the desk shows it. */
const shownAs = ({ awaited, ...match }: Match, currency: BankLine['amount']['currency']) => {
  const { kind, id, reference, since, ended, name, amount, claimed } = awaited as AwaitedLine;
  return { ...match, kind, id, reference, since, ended, name, claimed, amount: money(currency, amount) };
};

/** Of each line what it may be for. Those of one currency are looked for together: one question for a page. */
async function matched(tx: Db, lines: readonly BankLine[]) {
  const found = new Map<string, { matches: ReturnType<typeof shownAs>[]; certain: boolean }>();
  for (const currency of new Set(lines.map(({ amount }) => amount.currency))) {
    const own = lines.filter(({ amount }) => amount.currency === currency);
    const amounts = [...new Set(own.map(({ amount }) => amount.minor))];
    const references = [...new Set(own.flatMap(referencesIn))];
    const awaited = await awaitedFor(tx, currency, { amounts, references });
    for (const [at, { matches, certain }] of proposals(own.map(paid), awaited).entries()) {
      const line = own[at];
      // Of two that are alike a person sees which is which, whatever page they stand on.
      if (line)
        found.set(line.id, {
          certain: certain && !line.alike,
          matches: matches.map((match) => shownAs(match, currency)),
        });
    }
  }
  return found;
}

/** The lines that wait, oldest first, each with what it may be for and why; or those set aside. Compliance reads. */
export const listLines = reader()
  .input(ListLines)
  .handler(async ({ context: { tx, person }, input }) => {
    const found = await linesOf(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = pageOf(found, pageSize, ({ day, id }) => ({ day, id }));
    const isOpen = input.which === 'open';
    const [matches, twins] = await Promise.all([
      isOpen ? matched(tx, page) : new Map<string, never>(),
      isOpen ? twinsShown(tx, page, person) : new Map<string, never>(),
    ]);
    const { cash_deposits, rates } = await currentSettings(tx);
    const lines = page.map(({ movementId: _m, fingerprint: _f, uploadId: _u, written: _w, ...line }) => ({
      ...line,
      ...shownOf(matches.get(line.id), twins.get(line.id)),
      // Where it came from has to be known before it is confirmed: what goes back goes there.
      lacksPayer: line.payer === '' || line.bank === '' || line.account === '',
      muchCash: line.cash && isAboveCeiling([line.amount], cash_deposits.ceiling, rates.buy),
    }));
    return { lines, next, open: await countOpenLines(tx), works: isFor(bankLineActs.work, person.roles) };
  });

/** How many wait: for the bar of the desk. */
export const countLines = reader().handler(async ({ context: { tx } }) => ({ open: await countOpenLines(tx) }));

/** What a line may be for by what somebody of staff knows of it: a reference, an amount, or a name. */
export const findAwaited = reader()
  .errors(mayRefuse('bank_lines.not_found'))
  .input(FindAwaited)
  .handler(async ({ context: { tx }, input: { lineId, search } }) => {
    const line = (await lineById(tx, lineId)) ?? refuse('bank_lines.not_found', {});
    const { currency } = line.amount;
    const reference = readReference(search);
    const amount = parseMoney(search, currency);
    const sought = { references: reference ? [reference] : [], amounts: amount ? [amount.minor] : [] };
    const found =
      reference || amount ? await awaitedFor(tx, currency, sought) : await awaitedNamed(tx, currency, search);
    const match = matcherOf(paid(line));
    const matches = found.slice(0, 20).map((one) => shownAs(match(one), currency));
    return { matches };
  });

type Recorded = { readonly key: ReferenceCheck; readonly byHand: readonly ByHand[] };

/**
 * What was typed under the line's own reference, on its day, of its amount, for the customer who paid by the bank's
 * word: somebody read another payer or account off than the bank shows, and it goes back to the one that it shows.
 */
async function typedAmiss(tx: Db, line: BankLine, { key, byHand }: Recorded): Promise<ByHand | undefined> {
  const own = movementReference('bank', line.reference);
  const [one] = byHand;
  if (!one?.userId || !own.ok || !key.ok || own.key !== key.key || one.day !== line.day) return undefined;
  const isTheirs = line.payer !== '' && holderMatches(line.payer, await nameOfCustomer(tx, one.userId));
  return isTheirs ? one : undefined;
}

/**
 * A line that somebody recorded by hand before, under another reference, is that money. Nobody's own matter; and what
 * the bank shows of a later day than was typed is found by another than who typed it: a price binds by that day (E1).
 */
async function joinRecorded({ tx, person }: Pick<Desk, 'tx' | 'person'>, line: BankLine, reference: string) {
  const key = movementReference('bank', reference);
  const byHand = key.ok ? await recordedByHand(tx, key.key, line.amount) : [];
  const same = byHand.find((one) => isThatMoney(line, one)) ?? (await typedAmiss(tx, line, { key, byHand }));
  if (!same) return refuse('bank_lines.not_recorded', { amount: amountWords(line.amount) });
  if (same.userId !== null && isOwn(person, same.userId)) return refuse('approvals.own_matter', {});
  if (same.day < line.day && same.recordedBy !== null && isOwn(person, same.recordedBy))
    return refuse('bank_lines.typed_early', { typed: same.day, shown: line.day });
  return settleLine(tx, line.id, same.id);
}

/** A line that nobody waits for is set aside, for a reason. */
export const setAside = onLines()
  .errors(mayRefuse('bank_lines.not_recorded', 'bank_lines.typed_early', 'approvals.own_matter'))
  .input(SetAside)
  .handler(async ({ context, input: { lineId, reason, reference, note } }) => {
    const line = await openLine(context, lineId);
    if (reason === 'recorded') await joinRecorded(context, line, reference);
    else await setLineAside(context.tx, line.id, reason);
    const after = { note, ...(reference && { reference }) };
    await rememberLine(context, line.id, { action: 'setAside', reason, after });
    return { lineId: line.id };
  });

/** What was set aside by mistake waits again. What left us never does, nor what is in the books. */
export const bringBack = onLines()
  .input(BringBack)
  .handler(async ({ context, input }) => {
    const line = (await lineById(context.tx, input.lineId, true)) ?? refuse('bank_lines.not_found', {});
    if (line.aside === null || isAsideForGood(line.aside) || !line.credit) refuse('bank_lines.settled', {});
    await setLineAside(context.tx, line.id, null);
    await rememberLine(context, line.id, { action: 'broughtBack', after: { was: line.aside } });
    return { lineId: line.id };
  });
