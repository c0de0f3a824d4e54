import { sql } from 'kysely';
import { allRows, type Db, firstRow, newId } from '../../platform/database/database.ts';
import type { Breach, BreachPart, NotificationsDue } from './breach.ts';

export type BreachRow = Breach & { readonly id: string; readonly version: number; readonly notedBy: string };
export type BreachTexts = Readonly<Record<BreachPart | 'title', string>>;

/** Finds breaches: first those to notify, by deadline, then the others, newest first. */
export const findBreaches = (tx: Db) =>
  allRows<BreachRow>(tx)`
    select b.id, b.version, b.title, b.aware_at "awareAt", b.facts, b.subjects, b.consequences, b.measures, b.contact,
           b.commissioner_notified_at "commissionerNotifiedAt", b.persons_notified_at "personsNotifiedAt",
           w.display_name "notedBy"
      from breaches b join profiles w on w.id = b.noted_by
     order by b.commissioner_notified_at is not null, case when b.commissioner_notified_at is null then b.aware_at end,
              b.id desc limit 100`;

type NewBreach = BreachTexts & { readonly awareAt: Date; readonly by: string; readonly at: Date };

export const addBreach = (tx: Db, b: NewBreach) =>
  newId(tx)`
    insert into breaches (title, aware_at, facts, subjects, consequences, measures, contact, noted_by, noted_at)
    values (${b.title}, ${b.awareAt}, ${b.facts}, ${b.subjects}, ${b.consequences}, ${b.measures}, ${b.contact},
      ${b.by}, ${b.at}) returning id`;

export type LockedBreach = Pick<Breach, 'awareAt' | 'commissionerNotifiedAt' | 'personsNotifiedAt'> & {
  readonly version: number;
};

export const lockBreach = (tx: Db, id: string) =>
  firstRow<LockedBreach>(tx)`
    select version, aware_at "awareAt", commissioner_notified_at "commissionerNotifiedAt",
           persons_notified_at "personsNotifiedAt"
      from breaches where id = ${id} for update`;

export const updateBreachTexts = (tx: Db, id: string, b: BreachTexts) =>
  sql`update breaches set title = ${b.title}, facts = ${b.facts}, subjects = ${b.subjects},
      consequences = ${b.consequences}, measures = ${b.measures}, contact = ${b.contact}, version = version + 1
    where id = ${id}`.execute(tx);

export const setNotifiedAt = (tx: Db, id: string, { recipient, at }: { recipient: NotificationsDue; at: Date }) =>
  sql`update breaches set ${sql.ref(`${recipient}_notified_at`)} = ${at}, version = version + 1
    where id = ${id}`.execute(tx);
