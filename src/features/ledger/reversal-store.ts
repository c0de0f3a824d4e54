import { type RawBuilder, sql } from 'kysely';
import { type Currency, money, parseMinorUnits } from '../../kernel/money.ts';
import { splitName } from '../../kernel/name-words.ts';
import { findReferences } from '../../kernel/order-reference.ts';
import { allRows, allValues, type Db } from '../../platform/database/database.ts';
import { formatAmount } from './amount.ts';
import { originOf } from './bank-evidence-store.ts';
import { refuse } from './messages.ts';
import { mayBeSameAccount } from './names.ts';

/**
 * `debit`: a debit may take this credit back. `credit`: this debit may take a credit back. `corrected`: the bank may
 * have changed the amount. `returned`: the credit may be our own transfer that came back.
 */
export type ContradictionKind = 'debit' | 'credit' | 'corrected' | 'returned';

/** Statement line, manual entry or sent transfer that contradicts a line. */
export type Contradiction = {
  readonly id: string;
  readonly kind: ContradictionKind;
  readonly currency: Currency;
  readonly amount: string;
  readonly day: string;
  readonly reference: string;
};

type Pair = {
  readonly paidId: string;
  readonly paidDay: string;
  readonly paidAmount: string;
  readonly paidReference: string;
  readonly paidKey: string | null;
  readonly paidText: string;
  readonly due: string | null;
  readonly id: string;
  readonly day: string;
  readonly credit: boolean;
  readonly amount: string;
  readonly currency: Currency;
  readonly reference: string;
  readonly key: string | null;
  readonly text: string;
  readonly isSameNumber: boolean;
};

/** SQL condition on the column `key`: excludes common texts such as `TRANSFER`. */
const isUniqueKey = (key: string) =>
  sql.raw(`(length(${key}) > 5 and length(regexp_replace(${key}, '[^0-9]', '', 'g')) > 2)`);

/** SQL: incoming statement lines, and manual entries without a line. */
const incoming = sql`
  select l.id, l.currency, l.amount, l.moved_on, l.reference, l.reference_key, l.details, lower(l.payer) payer, l.upload_id,
      w.order_id, w.payment_id
    from bank_lines l left join movements w on w.id = l.movement_id where l.credit
  union all select m.id, m.asset, m.amount, (m.moved_at at time zone 'America/Jamaica')::date, coalesce(m.reference, ''),
      split_part(m.reference_key, ' /', 1), '', '', null, m.order_id, m.payment_id
    from movements m
   where m.rail = 'bank' and m.direction = 'in' and m.source_movement_id is null
     and not exists (select from bank_lines b where b.movement_id = m.id)`;

/** SQL condition: a bank fee, which has the number of its transfer. */
const isFee = sql`(not o.credit and o.amount * 20 <= p.amount
  and o.details ~* '\\m(fee|fees|charge|charges|gct|tax|commission)\\M')`;
const isBatchPart = sql`(o.upload_id = p.upload_id and p.payer <> '' and o.payer <> '' and lower(o.payer) <> p.payer)`;
const isOurTransfer = sql`exists (select from movements w where w.rail = 'bank' and w.direction in ('out', 'back')
  and w.reference_key = o.reference_key and w.amount = o.amount)`;
const isDistinct = sql`exists (select from proposals d where d.kind = 'two_lines' and d.state = 'approved'
  and ((d.subject = p.id::text and d.payload -> 'than' ? o.id::text)
    or (d.subject = o.id::text and d.payload -> 'than' ? p.id::text)))`;

const pairColumns = sql`p.id "paidId", to_char(p.moved_on, 'YYYY-MM-DD') "paidDay", p.amount::numeric(18, 2)::text "paidAmount",
  p.reference "paidReference", p.reference_key "paidKey", p.reference || ' ' || p.details "paidText",
  coalesce((select coalesce(t.payment_reference, t.reference) from transactions t where t.id = p.order_id),
    (select y.reference from payments y where y.id = p.payment_id)) due,
  o.id, to_char(o.moved_on, 'YYYY-MM-DD') "day", o.credit, o.amount::text amount, o.currency, o.reference,
  o.reference_key "key", o.reference || ' ' || o.details "text"`;

const findPairs = (tx: Db, ids: RawBuilder<unknown>) =>
  allRows<Pair>(tx)`
    with incoming as (${incoming})
    select ${pairColumns}, true "isSameNumber"
      from incoming p join bank_lines o on o.reference_key = p.reference_key and o.currency = p.currency and o.id <> p.id
     where (p.id = any(${ids}) or o.id = any(${ids})) and ${isUniqueKey('p.reference_key')} and not ${isDistinct}
       and case when o.credit
         then o.amount <> p.amount and o.moved_on between p.moved_on - 14 and p.moved_on + 14 and p.upload_id is not null
           and not ${isBatchPart}
         else o.moved_on between p.moved_on - 14 and p.moved_on + 90 and not ${isFee}
           and o.dismissal_reason is distinct from 'own_transfer' end
    union all
    select ${pairColumns}, false
      from incoming p join bank_lines o on o.amount = p.amount and o.currency = p.currency
     where (p.id = any(${ids}) or o.id = any(${ids})) and not o.credit and not ${isDistinct} and not ${isOurTransfer}
       and o.moved_on between p.moved_on and p.moved_on + 90 and o.dismissal_reason is distinct from 'own_transfer'
       and not (o.reference_key is not distinct from p.reference_key and ${isUniqueKey('p.reference_key')})
     order by "day", id`;

type Sent = Omit<Contradiction, 'kind'> & {
  readonly lineId: string;
  readonly userId: string | null;
  readonly holder: string;
  readonly account: string;
  readonly payer: string;
  readonly payerAccount: string;
  readonly text: string;
};

/**
 * Finds our transfers of the same amount in the 14 days before a line, if they did not come back yet. Excludes refunds
 * of the line's own order, whose customer paid twice.
 */
const findSent = (tx: Db, ids: RawBuilder<unknown>) =>
  allRows<Sent>(tx)`
    select p.id "lineId", p.payer, p.payer_account "payerAccount", p.reference || ' ' || p.details "text",
        o.id, o.asset currency, o.amount::numeric(18, 2)::text amount, coalesce(o.reference, '') reference,
        to_char(o.moved_at at time zone 'America/Jamaica', 'YYYY-MM-DD') "day",
        coalesce(o.holder, '') holder, coalesce(o.account, '') account, o.user_id "userId"
      from bank_lines p join movements o on o.rail = 'bank' and o.direction in ('out', 'back') and o.asset = p.currency
        and o.amount = p.amount
        and (o.moved_at at time zone 'America/Jamaica')::date between p.moved_on - 14 and p.moved_on
     where p.id = any(${ids}) and p.credit and not ${isDistinct}
       and not exists (select from movements w where w.id = p.movement_id
         and (w.id = o.reverses_id or w.order_id = o.order_id or w.payment_id = o.payment_id))
       and not exists (select from movements r where r.reverses_id = o.id and r.direction = 'bounced')
     order by o.recorded_at desc, o.id`;

/** True if the line names the payee of a sent transfer, or a reference of that payee. */
function isFromPayee(sent: Sent, owners: ReadonlyMap<string, string>): boolean {
  const { payer, holder, payerAccount, account, userId, text } = sent;
  if (payerAccount !== '' && account !== '' && mayBeSameAccount(payerAccount, account)) return true;
  const payeeWords = splitName(holder);
  if (splitName(payer).some((word) => word.length > 1 && payeeWords.includes(word))) return true;
  return userId !== null && findReferences(text).some((reference) => owners.get(reference) === userId);
}

async function findReturned(tx: Db, ids: RawBuilder<unknown>): Promise<(readonly [string, Contradiction])[]> {
  const sent = await findSent(tx, ids);
  const owners = await findReferenceOwners(
    tx,
    sent.flatMap(({ text }) => findReferences(text)),
  );
  return sent
    .filter((one) => isFromPayee(one, owners))
    .map(({ lineId, id, currency, amount, day, reference }) => [
      lineId,
      { id, currency, amount, day, reference, kind: 'returned' },
    ]);
}

const stripSeparators = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const namesNumber = (text: string, key: string | null): boolean =>
  key !== null && key.length > 5 && key.replaceAll(/\D/g, '').length > 2 && stripSeparators(text).includes(key);

const findSharedReferences = ({ text, paidText, due }: Pair): string[] => {
  const paidReferences = new Set([...findReferences(paidText), ...(due === null ? [] : [due])]);
  return findReferences(text).filter((reference) => paidReferences.has(reference));
};

/** Maps order and payment references to customer ids. Omits unknown references. */
async function findReferenceOwners(tx: Db, references: readonly string[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const found = await allRows<{ reference: string; userId: string }>(tx)`
    select reference, user_id "userId" from transactions where reference = any(${references})
    union select payment_reference, user_id from transactions where payment_reference = any(${references})
    union select reference, user_id from payments where reference = any(${references})`;
  return new Map(found.map(({ reference, userId }) => [reference, userId]));
}

const toContradictions = (pair: Pair): (readonly [string, Contradiction])[] => {
  const { paidId, paidAmount, paidDay, paidReference, id, currency, amount, day, reference, credit } = pair;
  const other = { id, currency, amount, day, reference };
  const paid = { id: paidId, currency, amount: paidAmount, day: paidDay, reference: paidReference };
  return [
    [paidId, { ...other, kind: credit ? 'corrected' : 'debit' }],
    // `findPairs` returns corrected credits in both directions.
    ...(credit ? [] : [[id, { ...paid, kind: 'credit' }] as const]),
  ];
};

/**
 * Finds contradictions by line or manual entry, except pairs that two people approved as distinct. These contradict a
 * line: a debit or another amount under the same unique number; a debit of the same amount that names the number or our
 * reference; our transfer of the same amount to the same payer.
 */
export const findContradictions = async (tx: Db, ids: readonly string[]): Promise<Map<string, Contradiction[]>> =>
  ids.length === 0 ? new Map() : compareLines(tx, sql`${ids}::uuid[]`, ids);

/** `idsSql` selects `ids`, which may still be loading. */
async function compareLines(
  tx: Db,
  idsSql: RawBuilder<unknown>,
  ids: readonly string[] | Promise<readonly string[]>,
): Promise<Map<string, Contradiction[]>> {
  const [pairs, returned, lineIds] = await Promise.all([findPairs(tx, idsSql), findReturned(tx, idsSql), ids]);
  const shared = new Map(pairs.map((pair) => [pair, pair.isSameNumber ? [] : findSharedReferences(pair)]));
  const referenceOwners = await findReferenceOwners(tx, [...new Set([...shared.values()].flat())]);
  const related = pairs.filter(
    (pair) =>
      pair.isSameNumber ||
      namesNumber(pair.text, pair.paidKey) ||
      namesNumber(pair.paidText, pair.key) ||
      shared.get(pair)?.some((reference) => referenceOwners.has(reference)),
  );
  const wantedIds = new Set(lineIds);
  const against = related.flatMap(toContradictions).filter(([id]) => wantedIds.has(id));
  const found = [...against, ...returned];
  return new Map(
    [...Map.groupBy(found, ([id]) => id)].map(([id, some]) => [id, some.map(([, contradiction]) => contradiction)]),
  );
}

const contradictionCodes = {
  debit: 'desk.line_reversed',
  credit: 'desk.line_reversed',
  corrected: 'desk.line_corrected',
  returned: 'desk.line_returned',
} as const satisfies Record<ContradictionKind, string>;

const toRefusal = ({ kind, currency, amount, day, reference }: Contradiction) => ({
  code: contradictionCodes[kind],
  line: {
    amount: formatAmount(money(currency, parseMinorUnits(amount))),
    day,
    reference: reference || 'no reference',
  },
});
export type ReversalRefusal = ReturnType<typeof toRefusal>;

export function refuseReversal(contradiction: Contradiction): never {
  const { code, line } = toRefusal(contradiction);
  return refuse(code, line);
}

/** Finds a sign that the bank took money back or corrected it, or that it is our own, until two people decide. */
export async function findReversal(tx: Db, movementIds: readonly string[]): Promise<ReversalRefusal | null> {
  const found = await Promise.all(movementIds.map((movementId) => findContradictionsOf(tx, movementId)));
  const [first] = found.flat();
  return first ? toRefusal(first) : null;
}

async function findContradictionsOf(tx: Db, movementId: string): Promise<Contradiction[]> {
  const roots = sql`${originOf(movementId)}
    select coalesce(l.id, r.id) id from root r left join bank_lines l on l.movement_id = r.id`;
  const contradictions = await compareLines(tx, sql`array(${roots})`, allValues<string>(tx)`${roots}`);
  return [...contradictions.values()].flat();
}
