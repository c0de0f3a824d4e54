import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, newId } from '../../platform/database/database.ts';
import type { Level } from './schema.ts';

export type Announcement = {
  readonly id: string;
  readonly component: string;
  readonly level: Level;
  readonly text: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
};

const columns = sql`a.id, a.component, a.level, a.text, a.starts_at "startsAt", a.ends_at "endsAt"`;
const newestFirst = sql`order by a.starts_at desc, a.id desc limit 200`;

/** Announcements that were active at some time since `since`, newest first, without planned ones. */
export const findAnnouncementsSince = (tx: Db, since: Date, now: Date) =>
  allRows<Announcement>(tx)`
    select ${columns} from announcements a
     where a.starts_at <= ${now} and coalesce(a.ends_at > greatest(a.starts_at, ${since}::timestamptz), true) ${newestFirst}`;

export const findActiveAnnouncements = (tx: Db, now: Date) =>
  allRows<Announcement>(tx)`
    select ${columns} from announcements a
     where a.starts_at <= ${now} and coalesce(a.ends_at > ${now}, true) ${newestFirst}`;

export type StaffAnnouncement = Announcement & { readonly author: string; readonly endedBy: string | null };

export const findAnnouncementsForStaff = (tx: Db) =>
  allRows<StaffAnnouncement>(tx)`
    select ${columns}, p.display_name author, e.display_name "endedBy"
      from announcements a join profiles p on p.id = a.author_id left join profiles e on e.id = a.ended_by ${newestFirst}`;

type NewAnnouncement = Omit<Announcement, 'id'>;

export const insertAnnouncement = (tx: Db, { component, level, text, startsAt, endsAt }: NewAnnouncement, now: Date) =>
  newId(tx)`
    insert into announcements (component, level, text, starts_at, ends_at, author_id, created_at)
      values (${component}, ${level}, ${text}, ${startsAt}, ${endsAt}, ${currentUserId}, ${now}) returning id`;

/** Ends an announcement that has not ended. A planned one is then never shown. */
export const endAnnouncement = (tx: Db, id: string, now: Date) =>
  firstRow<Announcement>(tx)`
    update announcements a set ends_at = ${now}, ended_by = ${currentUserId}
     where a.id = ${id} and coalesce(a.ends_at > ${now}, true) returning ${columns}`;
