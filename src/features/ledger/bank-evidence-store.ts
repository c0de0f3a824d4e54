import { type RawBuilder, sql } from 'kysely';
import { type Currency, money, parseMinorUnits } from '../../kernel/money.ts';
import { allRows, type Db, firstRow } from '../../platform/database/database.ts';
import { type Amount, formatAmount, getAsset, minorUnitsOf } from './amount.ts';
import { refuse } from './messages.ts';
import type { Party } from './movement.ts';
import { getFirstKey } from './movement-reference.ts';
import { mayBeSameAccount } from './names.ts';

type BankEvidence = {
  readonly currency: Currency;
  readonly amount: string;
  readonly day: string;
  readonly reference: string;
  readonly payer: string;
  readonly account: string;
  readonly bank: string;
};

const columns = sql`l.currency, l.amount::text amount, to_char(l.moved_on, 'YYYY-MM-DD') "day", l.reference, l.payer,
  l.payer_account "account", l.payer_bank "bank"`;

const formatEvidence = ({ currency, amount, day }: BankEvidence) => ({
  amount: formatAmount(money(currency, parseMinorUnits(amount))),
  day,
});

/** SQL condition: the line was dismissed as our own transfer, and its payer account is ours. */
const isOwnTransfer = sql<boolean>`(coalesce(l.dismissal_reason = 'own_transfer', false)
  and app.is_company_account(nullif(l.payer_account, ''), null, null))`;

type EvidenceLine = BankEvidence & {
  readonly credit: boolean;
  readonly isOwn: boolean;
  readonly dismissal: string | null;
};

const findEvidenceUnder = (tx: Db, key: string) =>
  allRows<EvidenceLine>(tx)`
    select ${columns}, l.credit, l.dismissal_reason dismissal, ${isOwnTransfer} "isOwn" from bank_lines l
     where l.reference_key = ${getFirstKey(key)} order by l.moved_on, l.id`;

/** Refuses a manual entry if a statement has its reference: staff confirm that line instead (decision F5). */
export async function assertNotOnStatement(tx: Db, key: string, payerAccount: string): Promise<void> {
  const lines = await findEvidenceUnder(tx, key);
  const credits = lines.filter(({ credit }) => credit);
  const line = credits.find(({ isOwn, account }) => !(isOwn && mayBeSameAccount(account, payerAccount)));
  if (line) refuse('desk.line_known', formatEvidence(line));
  const debit = lines.find(({ credit, dismissal }) => !credit && dismissal !== 'own_transfer');
  if (debit && credits.length === 0) refuse('desk.line_outgoing', formatEvidence(debit));
}

type SentTransfer = { readonly amount: Amount; readonly note: string };

/** Refuses a sent transfer that a statement shows as incoming. Another amount needs a note (decision F5). */
export async function assertMatchesStatement(tx: Db, key: string, { amount, note }: SentTransfer): Promise<void> {
  const lines = await findEvidenceUnder(tx, key);
  const debits = lines.filter(({ credit }) => !credit);
  const [line] = debits.length > 0 ? debits : lines;
  if (!line) return;
  if (debits.length === 0) refuse('desk.line_incoming', formatEvidence(line));
  const isSame = (debit: BankEvidence) =>
    debit.currency === getAsset(amount) && parseMinorUnits(debit.amount) === minorUnitsOf(amount);
  if (note === '' && !debits.some(isSame))
    refuse('desk.sent_differs', { ...formatEvidence(line), approved: formatAmount(amount) });
}

/** SQL `with` clause: `root` is the bank or chain movement that a movement was split or moved from. */
export const originOf = (lineId: string): RawBuilder<unknown> => sql`
  with recursive way as (
    select m.id, m.source_movement_id, m.reverses_id, m.reference_key from movements m where m.id = ${lineId}
    union select m.id, m.source_movement_id, m.reverses_id, m.reference_key from way w
      join movements m on m.id = coalesce(w.source_movement_id, w.reverses_id)),
  root as (select id, reference_key from way where source_movement_id is null and reverses_id is null)`;

/** Reference key without the part number, because all parts belong to one bank line. */
const bareKey = sql`split_part(r.reference_key, ' /', 1)`;

/** Statement line as shown in a refusal. */
export type ShownLine = {
  readonly amount: string;
  readonly day: string;
  readonly reference: string;
  readonly payer: string;
};

/** Returns the first line found for the movements, in their order. */
async function findFirst(
  lineIds: readonly string[],
  find: (lineId: string) => Promise<BankEvidence | null>,
): Promise<ShownLine | null> {
  const line = (await Promise.all(lineIds.map(find))).find((found) => found !== null);
  return line
    ? { ...formatEvidence(line), reference: line.reference || 'no reference', payer: line.payer || 'an unknown payer' }
    : null;
}

/**
 * Finds an unmatched bank line with the reference of a movement. Two people may confirm it as a different payment.
 * After three such lines by one uploader, further lines of that uploader no longer count.
 */
export const findDifferingLine = (tx: Db, lineIds: readonly string[]): Promise<ShownLine | null> =>
  findFirst(lineIds, (lineId) => findDifferingLineOf(tx, lineId));

const findDifferingLineOf = (tx: Db, lineId: string) =>
  firstRow<BankEvidence>(tx)`
      ${originOf(lineId)} select ${columns} from root r join bank_lines l on l.reference_key = ${bareKey}
       where l.credit and l.movement_id is null and l.dismissal_reason is distinct from 'erased' and not ${isOwnTransfer}
         and not exists (select from bank_lines o join movements w on w.id = o.movement_id
           where split_part(w.reference_key, ' /', 1) = ${bareKey})
         and not exists (select from proposals p where p.kind = 'two_lines' and p.state = 'approved'
           and p.subject = l.id::text and p.payload -> 'than' ? r.id::text)
         and not app.is_repeat_of_settled_duplicate(l.id, r.id, (select w.recorded_by from movements w where w.id = r.id))
       order by l.moved_on, l.id limit 1`;

/**
 * Finds an open possible duplicate of a line that one person uploaded and confirmed. A colleague settles the duplicate.
 * After three settled duplicates, an uploader's further lines no longer count.
 */
export const findDuplicateLine = (tx: Db, lineIds: readonly string[]): Promise<ShownLine | null> =>
  findFirst(lineIds, (lineId) => findDuplicateLineOf(tx, lineId));

const findDuplicateLineOf = (tx: Db, lineId: string) =>
  firstRow<BankEvidence>(tx)`
      ${originOf(lineId)} select ${columns} from root r, app.undecided_duplicate_lines(r.id) again (id)
        join bank_lines l on l.id = again.id
       order by l.moved_on, l.id limit 1`;

/** Returns the payer on the bank line if staff typed another account. Refunds go to that payer. */
export async function findBankPayer(tx: Db, lineId: string, party: Party): Promise<Party> {
  if (party.account === null) return party;
  const line = await firstRow<BankEvidence>(tx)`
    ${originOf(lineId)} select ${columns} from root r join bank_lines l on l.movement_id = r.id`;
  if (!line || mayBeSameAccount(line.account, party.account)) return party;
  return { ...party, account: line.account, holder: line.payer || party.holder, bank: line.bank || party.bank };
}
