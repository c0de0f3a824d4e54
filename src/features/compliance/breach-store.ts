import { sql } from 'kysely';
import { allRows, type Db, firstRow, newId } from '../../platform/database.ts';
import type { Breach, BreachPart, ToBeTold } from './breach.ts';

export type BreachRow = Breach & { readonly id: string; readonly version: number; readonly notedBy: string };
export type BreachTexts = Readonly<Record<BreachPart | 'title', string>>;

/** Breaches: those that the Commissioner was not told of, what is due first on top; then the newest. */
export const breachRows = (tx: Db) =>
  allRows<BreachRow>(tx)`
    select b.id, b.version, b.title, b.aware_at "awareAt", b.facts, b.subjects, b.consequences, b.measures, b.contact,
           b.commissioner_told_at "commissionerToldAt", b.persons_told_at "personsToldAt", w.display_name "notedBy"
      from breaches b join profiles w on w.id = b.noted_by
     order by b.commissioner_told_at is not null, case when b.commissioner_told_at is null then b.aware_at end,
              b.id desc limit 100`;

type New = BreachTexts & { readonly awareAt: Date; readonly by: string; readonly at: Date };

export const addBreach = (tx: Db, b: New) =>
  newId(tx)`
    insert into breaches (title, aware_at, facts, subjects, consequences, measures, contact, noted_by, noted_at)
    values (${b.title}, ${b.awareAt}, ${b.facts}, ${b.subjects}, ${b.consequences}, ${b.measures}, ${b.contact},
      ${b.by}, ${b.at}) returning id`;

export type Locked = Pick<Breach, 'awareAt' | 'commissionerToldAt' | 'personsToldAt'> & { readonly version: number };

/** One record, locked; null where there is none. */
export const lockBreach = (tx: Db, id: string) =>
  firstRow<Locked>(tx)`
    select version, aware_at "awareAt", commissioner_told_at "commissionerToldAt", persons_told_at "personsToldAt"
      from breaches where id = ${id} for update`;

export const changeBreach = (tx: Db, id: string, b: BreachTexts) =>
  sql`update breaches set title = ${b.title}, facts = ${b.facts}, subjects = ${b.subjects},
      consequences = ${b.consequences}, measures = ${b.measures}, contact = ${b.contact}, version = version + 1
    where id = ${id}`.execute(tx);

export const tellBreachAt = (tx: Db, id: string, { who, at }: { who: ToBeTold; at: Date }) =>
  sql`update breaches set ${sql.ref(`${who}_told_at`)} = ${at}, version = version + 1 where id = ${id}`.execute(tx);
