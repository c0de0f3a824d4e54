import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstRow, firstValue, whoAsks } from '../../platform/database.ts';
import { givenStill } from '../learning/enrollment-store.ts';
import type { ClassLetter } from './letters.ts';
import type { ClassLine, ClassMails, ClassNote } from './shapes.ts';

/** The courses that can be written to, with how many take each. */
export async function classLines(tx: Db, { now, day }: { now: Date; day: string }): Promise<ClassLine[]> {
  const { rows } = await sql<ClassLine>`
    select c.id "courseId", c.title, coalesce(n.learners, 0) learners, n.finished,
        case when m.id is not null then jsonb_build_object('subject', m.subject, 'sentAt', m.sent_at,
          'by', p.display_name, 'writtenTo', m.written_to) end last, coalesce(m.day = ${day}, false) today
      from courses c left join app.class_sizes(${now}) n on n.course_id = c.id
      left join lateral (select * from class_messages o where o.course_id = c.id order by o.day desc limit 1) m on true
      left join profiles p on p.id = m.sent_by
     where c.state <> 'draft' order by c.created_at, c.id limit 200`.execute(tx);
  return rows.map(({ last, ...line }) => ({ ...line, last: last && { ...last, sentAt: new Date(last.sentAt) } }));
}

export const isWrittenTo = (tx: Db, courseId: string) =>
  anyRow(tx)`select from courses where id = ${courseId} and state <> 'draft'`;

type Written = {
  readonly courseId: string;
  readonly subject: string;
  readonly body: string;
  readonly key: string;
  readonly now: Date;
  readonly day: string;
};

/** Whether what was sent before under this key says the same; null where nothing was. */
export const sentUnder = (tx: Db, { key, courseId, subject, body }: Omit<Written, 'now' | 'day'>) =>
  firstValue<boolean>(tx)`
    select (course_id, subject, body) = (${courseId}, ${subject}, ${body}) same
      from class_messages where sent_by = ${whoAsks} and key = ${key}`;

/** Keeps what is written to a class: its id. Null where the class was written to on that day, or under this key. */
export const insertMessage = (tx: Db, one: Written) =>
  firstValue<string>(tx)`
    insert into class_messages (course_id, subject, body, sent_by, sent_at, day, key)
      values (${one.courseId}, ${one.subject}, ${one.body}, ${whoAsks}, ${one.now}, ${one.day}, ${one.key})
      on conflict do nothing returning id`;

/** Who takes the course `m.course_id` now, wants its mails, and may be written to. */
const reached = (
  now: Date,
) => sql`join user_enrollments e on e.course_id = m.course_id and e.enrollment_status = 'active'
    and e.class_mails and ${givenStill(now)}
  join profiles p on p.id = e.user_id and p.closed_at is null and app.standstill(p.id) is null`;

/**
 * The next of those to whom a message goes, each of them once: the message is held meanwhile and remembers up to whom
 * it got. `more` says whether there may be others.
 */
export async function nextReached(tx: Db, id: string, { now, most }: { now: Date; most: number }) {
  const { rows: held } = await sql<{ up: string | null }>`
    select mailed_up_to up from class_messages where id = ${id} and mailed_at is null for update`.execute(tx);
  if (!held[0]) return { reached: [], more: false };
  const { rows } = await sql<{ enrollmentId: string }>`
    select e.id "enrollmentId" from class_messages m ${reached(now)}
     where m.id = ${id} and (m.mailed_up_to is null or e.id > m.mailed_up_to) order by e.id limit ${most}`.execute(tx);
  const more = rows.length === most;
  await sql`update class_messages set mailed_up_to = coalesce(${rows.at(-1)?.enrollmentId ?? null}, mailed_up_to),
        written_to = written_to + ${rows.length}, mailed_at = ${more ? null : now} where id = ${id}`.execute(tx);
  return { reached: rows.map(({ enrollmentId }) => enrollmentId), more };
}

type Mailed = { readonly id: string; readonly enrollmentId: string; readonly now: Date };

/** The mail to one of them, if they are still to be written to. */
export const letterTo = (tx: Db, { id, enrollmentId, now }: Mailed) =>
  firstRow<ClassLetter>(tx)`
    select p.display_name "name", p.email, c.title "courseTitle", m.subject, m.body
      from class_messages m ${reached(now)} join courses c on c.id = m.course_id
     where m.id = ${id} and e.id = ${enrollmentId}`;

/** The newest messages of the classes of whoever asks. A course that is over has them in no class. */
export const ownNotes = (tx: Db, now: Date) =>
  allRows<ClassNote>(tx)`
    select m.id, m.course_id "courseId", c.title "courseTitle", m.subject, m.body, m.sent_at "sentAt"
      from class_messages m join courses c on c.id = m.course_id
      join user_enrollments e on e.course_id = m.course_id and e.user_id = ${whoAsks} and e.enrollment_status = 'active'
       and ${givenStill(now)}
     order by m.sent_at desc limit 5`;

/** Whether whoever asks wants mails, for each class of theirs. */
export const ownMails = (tx: Db, now: Date) =>
  allRows<ClassMails>(tx)`
    select e.course_id "courseId", c.title, e.class_mails mails
      from user_enrollments e join courses c on c.id = e.course_id
     where e.user_id = ${whoAsks} and e.enrollment_status = 'active' and ${givenStill(now)}
     order by e.created_at desc limit 200`;

/** Whether it is kept: false where they do not take the course. */
export async function saveMails(tx: Db, courseId: string, mails: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_enrollments set class_mails = ${mails}
     where user_id = ${whoAsks} and course_id = ${courseId} and enrollment_status = 'active'`.execute(tx);
  return numAffectedRows === 1n;
}
