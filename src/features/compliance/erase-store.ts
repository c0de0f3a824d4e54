import { sql } from 'kysely';
import { allRows, type Db, firstValue } from '../../platform/database.ts';
import type { ErasureReport } from './erase-views.ts';

/** What may be erased, by the day (YYYY-MM-DD in Jamaica): `may` is false for what a case, a hold or a freeze keeps. */
export type Due = { readonly id: string; readonly may: boolean };
type Page = { readonly today: string; readonly after: string | null };
const atATime = 100;

export const peopleDue = (tx: Db, { today, after }: Page) =>
  allRows<Due>(tx)`
    select m.subject_id id, app.may_erase(m.subject_id, ${today}::date) may from retention_marks m
     where m.subject_type = 'customer' and m.erased_at is null and m.kept_until < ${today}::date
       ${after === null ? sql`` : sql`and m.subject_id > ${after}`}
     order by m.subject_id limit ${atATime}`;

/** Orders, or payments, of customers who stay; those of people who go, go with them. */
const dueOf =
  (kind: 'order' | 'payment') =>
  async (tx: Db, { today, after }: Page): Promise<Due[]> => {
    const { rows } = await sql<Due>`
    select m.subject_id id, ${mayErase[kind]}(m.subject_id, ${today}::date) may from retention_marks m
     where m.subject_type = ${kind} and m.erased_at is null and m.kept_until < ${today}::date
       ${after === null ? sql`` : sql`and m.subject_id > ${after}`}
     order by m.subject_id limit ${atATime}`.execute(tx);
    return rows;
  };
const mayErase = { order: sql`app.may_erase_order`, payment: sql`app.may_erase_payment` };
export const ordersDue = dueOf('order');
export const paymentsDue = dueOf('payment');

/** Lines of our banks that stand on nothing, and say still whom they name. */
export const countBankLinesDue = async (tx: Db, today: string) =>
  (await firstValue<number>(tx)`
    select count(*)::int due from app.bank_lines_to_blank(${today}::date)`) ?? 0;

export type StoredFile = { readonly id: string; readonly path: string };

/** What goes with somebody: not the pictures of theirs that the house shows to others. */
export const filesOfPerson = (tx: Db, userId: string) =>
  allRows<StoredFile>(tx)`
    select id, path from files where user_id = ${userId} and not app.shown_to_others(id)`;

/** The papers of an order, also slips that were sent back, that no other order of the customer and no case shows. */
export const filesOfOrder = (tx: Db, orderId: string) =>
  allRows<StoredFile>(tx)`
    select f.id, f.path from transactions t
      join files f on f.id = any(array[t.source_of_funds_file, t.payout_proof_file]
        || array(select file_id from claimed_proofs where due_id = t.id))
     where t.id = ${orderId} and not exists (select from case_files c where c.file_id = f.id)
       and not exists (select from claimed_proofs o where o.due_id <> t.id and o.file_id = f.id)
       and not exists (select from transactions o where o.id <> t.id and o.user_id = t.user_id
         and f.id in (o.source_of_funds_file, o.payout_proof_file))`;

/** The proofs of a payment, also those sent back, that nothing else of the customer and no case shows. */
export const filesOfPayment = (tx: Db, id: string) =>
  allRows<StoredFile>(tx)`
    select f.id, f.path from claimed_proofs p join files f on f.id = p.file_id
     where p.due_id = ${id} and not exists (select from case_files c where c.file_id = f.id)
       and not exists (select from claimed_proofs o where o.due_id <> p.due_id and o.file_id = f.id)`;

/** Null where somebody may not be erased after all; else the rows that went, by table. */
export const erasePerson = (tx: Db, userId: string, today: string) =>
  firstValue<Record<string, number>>(tx)`
    select app.erase_person(${userId}, ${today}::date) counts`;

export const eraseOrder = async (tx: Db, orderId: string, today: string) =>
  (await firstValue<boolean>(tx)`select app.erase_order(${orderId}, ${today}::date) done`) ?? false;

export const erasePayment = async (tx: Db, id: string, today: string) =>
  (await firstValue<boolean>(tx)`select app.erase_payment(${id}, ${today}::date) done`) ?? false;

/** How many lines of our banks say no more whom they named. */
export const blankBankLines = async (tx: Db, today: string) =>
  (await firstValue<number>(tx)`select app.blank_bank_lines(${today}::date) blank`) ?? 0;

export const eraseFile = (tx: Db, id: string) => sql`select app.erase_file(${id})`.execute(tx);

export const addErasureReport = (tx: Db, { at, ...of }: Omit<ErasureReport, 'id' | 'at'> & { at: Date }) =>
  sql`insert into erasure_reports (ran_at, people, orders, payments, bank_lines, files, kept_back, counts)
    values (${at}, ${of.people}, ${of.orders}, ${of.payments}, ${of.bankLines}, ${of.files}, ${of.keptBack},
      ${JSON.stringify(of.counts)})`.execute(tx);

/** What was erased, the newest first. */
export const erasureReports = (tx: Db) =>
  allRows<ErasureReport>(tx)`
    select id, ran_at "at", people, orders, payments, bank_lines "bankLines", files, kept_back "keptBack", counts from erasure_reports
     order by id desc limit 60`;
