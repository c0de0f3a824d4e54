import { after, days, minutes } from '../../kernel/clock.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { refusalCodes, refuse } from './messages.ts';
import { announcementPermissions } from './permissions.ts';
import { EndAnnouncement, PublishAnnouncement, parseLocalTime } from './schema.ts';
import { endAnnouncement, findAnnouncementsForStaff, insertAnnouncement } from './store.ts';

const list = staff(announcementPermissions.read).handler(async function list({ context: { tx, services } }) {
  return { announcements: await findAnnouncementsForStaff(tx), now: services.clock() };
});

/** Tolerates a start that passed while the form was filled in. */
const toleranceMs = minutes(15);
const maxAheadMs = days(90);

/** Publishes an announcement. One person suffices, as a pause cannot wait for a second one. */
const publish = staff(announcementPermissions.publish)
  .errors(refusalCodes('announcements.end_passed', 'announcements.start_far'))
  .input(PublishAnnouncement)
  .handler(async function publish({ context, input }) {
    const { tx, services } = context;
    const now = services.clock();
    const startsAt = parseLocalTime(input.startsAt) ?? now;
    const endsAt = parseLocalTime(input.endsAt);
    if (startsAt < after(now, -toleranceMs) || startsAt > after(now, maxAheadMs)) refuse('announcements.start_far', {});
    if (endsAt && endsAt <= now) refuse('announcements.end_passed', {});
    const { component, level, text } = input;
    const announcement = { component, level, text, startsAt, endsAt };
    const id = await insertAnnouncement(tx, announcement, now);
    const entry = { action: 'announcements.published', subjectType: 'announcement', subjectId: id };
    await audit(tx, { ...byStaff(context), ...entry, after: announcement });
    publishTopic(tx, 'desk');
    return { id };
  });

const end = staff(announcementPermissions.end)
  .errors(refusalCodes('announcements.over'))
  .input(EndAnnouncement)
  .handler(async function end({ context, input: { announcementId } }) {
    const { tx, services } = context;
    const ended = await endAnnouncement(tx, announcementId, services.clock());
    if (!ended) return refuse('announcements.over', {});
    const entry = { action: 'announcements.ended', subjectType: 'announcement', subjectId: ended.id };
    await audit(tx, { ...byStaff(context), ...entry, after: { endsAt: ended.endsAt } });
    publishTopic(tx, 'desk');
    return { id: ended.id };
  });

export const announcementsApi = { list, publish, end };
