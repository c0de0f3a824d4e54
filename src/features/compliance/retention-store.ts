import { sql } from 'kysely';
import { allRows, type Db, firstValue } from '../../platform/database/database.ts';
import type { Relationship } from './retention.ts';

export type EndedRecord = { id: string; userId: string; endedAt: Date };

/** SQL: end of an order or its last movement, whichever is later. */
const orderEndedAt = sql`greatest(coalesce(t.closed_at, t.updated_at), app.last_movement_at(t.id))`;

/** Finds ended orders without a deadline, or with a movement after the deadline was set. */
export const findOrdersWithoutDeadline = (tx: Db, limit: number) =>
  allRows<EndedRecord>(tx)`
    select t.id, t.user_id "userId", ${orderEndedAt} "endedAt" from transactions t
      left join retention_deadlines m on m.subject_type = 'order' and m.subject_id = t.id
     where t.status in ('completed', 'failed', 'cancelled') and (m.set_at is null
       or exists (select from movements v where v.order_id = t.id and v.recorded_at > m.set_at)
         and m.kept_until < (app.last_movement_at(t.id) at time zone 'America/Jamaica' + interval '7 years')::date)
     limit ${limit}`;

/** SQL: end, receipt or last movement of a payment, whichever is latest. */
const paymentEndedAt = sql`greatest(p.created_at, p.received_at, p.closed_at, app.last_movement_at(p.id))`;

export const findPaymentsWithoutDeadline = (tx: Db, limit: number) =>
  allRows<EndedRecord>(tx)`
    select p.id, p.user_id "userId", ${paymentEndedAt} "endedAt" from payments p
      left join retention_deadlines m on m.subject_type = 'payment' and m.subject_id = p.id
     where (p.ended is not null or p.pay_in = 'received') and not p.held and not p.awaits_staff and (m.set_at is null
       or (p.closed_at > m.set_at or exists (select from movements v where v.payment_id = p.id and v.recorded_at > m.set_at))
         and m.kept_until < (${paymentEndedAt} at time zone 'America/Jamaica' + interval '7 years')::date)
     limit ${limit}`;

/** Finds closed cases without a deadline, or with a report that ended after the deadline was set. */
export const findCasesWithoutDeadline = (tx: Db, limit: number) =>
  allRows<EndedRecord>(tx)`
    select c.id, c.user_id "userId", o.ended "endedAt" from cases c cross join lateral app.case_closed_at(c.id) o (ended)
      left join retention_deadlines m on m.subject_type = 'case' and m.subject_id = c.id
     where c.state = 'closed' and o.ended is not null and (m.set_at is null or m.set_at < o.ended)
     limit ${limit}`;

export type ClosedAccount = Relationship & { id: string; endedAt: Date };

export const findClosedAccounts = (tx: Db, after: string | null, limit: number) =>
  allRows<ClosedAccount>(tx)`
    select c.id, c.closed_at "endedAt",
           greatest((select max(${orderEndedAt}) from transactions t where t.user_id = c.id),
             (select max(${paymentEndedAt}) from payments p where p.user_id = c.id)) "lastOrderAt",
           (select max(app.case_closed_at(k.id)) from cases k where k.user_id = c.id) "lastCaseAt",
           (select count(*)::int from cases k where k.user_id = c.id and app.case_closed_at(k.id) is null) "openCases"
      from profiles c where c.closed_at is not null ${after === null ? sql`` : sql`and c.id > ${after}`}
     order by c.id limit ${limit}`;

export type RetentionDeadline = {
  type: 'order' | 'payment' | 'case' | 'customer';
  id: string;
  userId: string;
  until: string;
  rule: string;
};

export const saveDeadlines = (tx: Db, deadlines: readonly RetentionDeadline[], at: Date) =>
  sql`insert into retention_deadlines (subject_type, subject_id, user_id, kept_until, rule, set_at)
    select m.type, m.id::uuid, m."userId"::uuid, m.until::date, m.rule, ${at}
      from jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb) m (type text, id text, "userId" text, until text, rule text)
    on conflict (subject_type, subject_id)
      do update set kept_until = excluded.kept_until, rule = excluded.rule, set_at = excluded.set_at`.execute(tx);

/** Result of an erasure run: counts only, no personal data. */
export type Erased = {
  people: number;
  orders: number;
  payments: number;
  bankLines: number;
  files: number;
  /** Number of due records that were not erased: retained, unfinished or failed. */
  keptBack: number;
  counts: Record<string, number>;
};
export type ErasureReport = Readonly<Erased> & { readonly id: string; readonly at: Date };
export type Erasures = {
  readonly reports: readonly ErasureReport[];
  readonly due: Readonly<Pick<Erased, 'people' | 'orders' | 'payments' | 'bankLines' | 'keptBack'>>;
};

/** Record past its retention. `canErase` is false if a case, hold or freeze retains the record. */
export type DueRecord = { readonly id: string; readonly canErase: boolean };
type DuePage = { readonly today: string; readonly after: string | null };
const pageSize = 100;

export const findPeopleDue = (tx: Db, { today, after }: DuePage) =>
  allRows<DueRecord>(tx)`
    select m.subject_id id, app.can_erase_customer(m.subject_id, ${today}::date) "canErase" from retention_deadlines m
     where m.subject_type = 'customer' and m.erased_at is null and m.kept_until < ${today}::date
       ${after === null ? sql`` : sql`and m.subject_id > ${after}`}
     order by m.subject_id limit ${pageSize}`;

/** Finds due orders or payments of active customers. Erasing a customer also erases their orders and payments. */
const findDue =
  (kind: 'order' | 'payment') =>
  async (tx: Db, { today, after }: DuePage): Promise<DueRecord[]> => {
    const { rows } = await sql<DueRecord>`
    select m.subject_id id, ${eraseChecks[kind]}(m.subject_id, ${today}::date) "canErase" from retention_deadlines m
     where m.subject_type = ${kind} and m.erased_at is null and m.kept_until < ${today}::date
       ${after === null ? sql`` : sql`and m.subject_id > ${after}`}
     order by m.subject_id limit ${pageSize}`.execute(tx);
    return rows;
  };
const eraseChecks = { order: sql`app.can_erase_order`, payment: sql`app.can_erase_payment` };
export const findOrdersDue = findDue('order');
export const findPaymentsDue = findDue('payment');

export const countBankLinesDue = async (tx: Db, today: string) =>
  (await firstValue<number>(tx)`
    select count(*)::int due from app.bank_lines_to_anonymize(${today}::date)`) ?? 0;

export type StoredFile = { readonly id: string; readonly path: string };

/** Finds files of a person, except pictures that other users still see. */
export const findPersonFiles = (tx: Db, userId: string) =>
  allRows<StoredFile>(tx)`
    select id, path from files where user_id = ${userId} and not app.is_shown_to_others(id)`;

/** Finds files of an order, with rejected proofs, except files of a case or of another order. */
export const findOrderFiles = (tx: Db, orderId: string) =>
  allRows<StoredFile>(tx)`
    select f.id, f.path from transactions t
      join files f on f.id = any(array[t.source_of_funds_file, t.payout_proof_file]
        || array(select file_id from claimed_proofs where due_id = t.id))
     where t.id = ${orderId} and not exists (select from case_files c where c.file_id = f.id)
       and not exists (select from claimed_proofs o where o.due_id <> t.id and o.file_id = f.id)
       and not exists (select from transactions o where o.id <> t.id and o.user_id = t.user_id
         and f.id in (o.source_of_funds_file, o.payout_proof_file))`;

/** Finds proofs of a payment, with rejected proofs, except files of a case or of another payment. */
export const findPaymentFiles = (tx: Db, id: string) =>
  allRows<StoredFile>(tx)`
    select f.id, f.path from claimed_proofs p join files f on f.id = p.file_id
     where p.due_id = ${id} and not exists (select from case_files c where c.file_id = f.id)
       and not exists (select from claimed_proofs o where o.due_id <> p.due_id and o.file_id = f.id)`;

/** Erases a person. Returns deleted rows by table, or null if the person must be retained. */
export const erasePerson = (tx: Db, userId: string, today: string) =>
  firstValue<Record<string, number>>(tx)`
    select app.erase_person(${userId}, ${today}::date) counts`;

export const eraseOrder = async (tx: Db, orderId: string, today: string) =>
  (await firstValue<boolean>(tx)`select app.erase_order(${orderId}, ${today}::date) done`) ?? false;

export const erasePayment = async (tx: Db, id: string, today: string) =>
  (await firstValue<boolean>(tx)`select app.erase_payment(${id}, ${today}::date) done`) ?? false;

export const anonymizeBankLines = async (tx: Db, today: string) =>
  (await firstValue<number>(tx)`select app.anonymize_bank_lines(${today}::date) blank`) ?? 0;

export const eraseFile = (tx: Db, id: string) => sql`select app.erase_file(${id})`.execute(tx);

export const addErasureReport = (tx: Db, { at, ...report }: Omit<ErasureReport, 'id' | 'at'> & { at: Date }) =>
  sql`insert into erasure_reports (ran_at, people, orders, payments, bank_lines, files, kept_back, counts)
    values (${at}, ${report.people}, ${report.orders}, ${report.payments}, ${report.bankLines}, ${report.files}, ${report.keptBack},
      ${JSON.stringify(report.counts)})`.execute(tx);

export const findErasureReports = (tx: Db) =>
  allRows<ErasureReport>(tx)`
    select id, ran_at "at", people, orders, payments, bank_lines "bankLines", files, kept_back "keptBack", counts from erasure_reports
     order by id desc limit 60`;
