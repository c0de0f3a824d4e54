import { after, days, hours } from '../../kernel/clock.ts';
import { parseReference } from '../../kernel/order-reference.ts';
import { paginate } from '../../kernel/pagination.ts';
import { isSamePerson, roleAllows } from '../../kernel/permissions.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { type Services, staff } from '../../platform/http/procedure.ts';
import { findMyFiles } from '../documents/my-files.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { addAward } from './award-store.ts';
import { enqueueSeatEmail } from './emails.ts';
import { workshopPermissions } from './permissions.ts';
import { awardsApi } from './release-awards.ts';
import { flyerPath } from './routes.ts';
import { getSessionState } from './session.ts';
import { refusalCodes, refuse } from './staff-messages.ts';
import {
  AttendeesPage,
  ChangeSession,
  CheckIn,
  CreateSession,
  OneSession,
  parseLocalTime,
  type SessionForm,
  SessionsPage,
} from './staff-schema.ts';
import {
  findParticipants,
  findSession,
  findSessions,
  findSessionTitle,
  insertSession,
  lockSeatByCode,
  recordCheckIn,
  type SessionValues,
  type StaffSession,
  setStatus,
  updateSession,
} from './staff-store.ts';

type Attendance = { readonly id: string; readonly sessionId: string; readonly userId: string; readonly now: Date };

/** Grants one award per attendee and session, and emails the attendee to add a wallet. */
async function grantAward({ tx, services }: { tx: Db; services: Services }, attendance: Attendance): Promise<void> {
  const { awards } = await loadCurrentSettings(tx);
  if (!(await addAward(tx, { ...attendance, lgm: awards.attendance }))) return;
  await enqueueSeatEmail(services, tx, { id: attendance.id, userId: attendance.userId, kind: 'awarded' });
  publishTopic(tx, 'payments', attendance.userId);
}

const pageSize = 50;
const maxAttendees = 200;

const loadSession = async (tx: Db, id: string, lock = false): Promise<StaffSession> =>
  (await findSession(tx, id, lock)) ?? refuse('workshops.not_found', {});

const toSessionView = (session: StaffSession, now: Date) => ({
  ...session,
  state: getSessionState(session, now),
  flyer: session.status === 'draft' || !session.flyerFile ? null : flyerPath(session.flyerFile),
});

const getCheckInStart = (startAt: Date): Date => after(startAt, -hours(3));
const getCheckInEnd = (endAt: Date): Date => after(endAt, days(1));

type Viewer = { readonly person: { readonly roles: readonly string[] }; readonly now: Date };

const getPermissions = ({ status, startAt, endAt }: StaffSession, { person: { roles }, now }: Viewer) => {
  const holds = roleAllows(workshopPermissions.hold, roles);
  return {
    change: holds && status !== 'cancelled' && startAt > now,
    announce: holds && status === 'draft' && startAt > now,
    checkIn: roleAllows(workshopPermissions.checkIn, roles) && status === 'active' && now <= getCheckInEnd(endAt),
    cancel: roleAllows(workshopPermissions.cancel, roles) && getSessionState({ status, endAt }, now) !== 'over',
  };
};

const sessions = staff(workshopPermissions.see)
  .input(SessionsPage)
  .handler(async function sessions({ context: { tx, services }, input }) {
    const now = services.clock();
    const read = await findSessions(tx, { ...input, now, limit: pageSize + 1 });
    const { page, next } = paginate(read, pageSize, ({ startAt, id }) => ({ startAt, id }));
    return { lines: page.map((session) => toSessionView(session, now)), next };
  });

const session = staff(workshopPermissions.see)
  .errors(refusalCodes('workshops.not_found'))
  .input(OneSession)
  .handler(async ({ context: { tx, services, person }, input }) => {
    const now = services.clock();
    const session = toSessionView(await loadSession(tx, input.sessionId), now);
    return { session, allowed: getPermissions(session, { person, now }) };
  });

const people = staff(workshopPermissions.see)
  .errors(refusalCodes('workshops.not_found'))
  .input(AttendeesPage)
  .handler(async function people({ context: { tx }, input }) {
    await loadSession(tx, input.sessionId);
    const read = await findParticipants(tx, input.sessionId, { after: input.after, limit: maxAttendees + 1 });
    const { page: lines, next } = paginate(read, maxAttendees, ({ id }) => id);
    return { lines, next };
  });

const factsRefusalCodes = refusalCodes(
  'workshops.times_unsound',
  'workshops.no_seats',
  'workshops.flyer_unfit',
  'workshops.flyer_undescribed',
);

/** Validates the form. Skips the check of `currentFlyer`, which is already stored. */
async function validateForm(
  tx: Db,
  form: SessionForm,
  { now, currentFlyer }: { now: Date; currentFlyer: string | null },
) {
  const [startAt, endAt] = [parseLocalTime(form.startAt), parseLocalTime(form.endAt)];
  if (!startAt || !endAt || startAt <= now || endAt <= startAt || endAt > after(startAt, days(1)))
    return refuse('workshops.times_unsound', {});
  const { title, description, place, link, flyerFile, flyerAlt, seatsInPerson, seatsOnline } = form;
  if (seatsInPerson + seatsOnline < 1) refuse('workshops.no_seats', {});
  if (flyerFile && flyerAlt === '') refuse('workshops.flyer_undescribed', {});
  if (flyerFile && flyerFile !== currentFlyer) {
    const [file] = await findMyFiles(tx, [flyerFile]);
    if (file?.purpose !== 'workshop-flyer' || file.state !== 'clean') refuse('workshops.flyer_unfit', {});
  }
  const seats = { in_person: seatsInPerson, online: seatsOnline };
  const flyer = { flyerFile, flyerAlt: flyerFile ? flyerAlt : null };
  return { title, description, place, link, startAt, endAt, seats, ...flyer } satisfies SessionValues;
}

/** Omits the link from the audit log, because anyone with the link can join. */
const toAuditValues = ({ link, ...facts }: SessionValues) => ({ ...facts, hasLink: link !== '' });

const createSession = staff(workshopPermissions.hold)
  .errors(factsRefusalCodes)
  .input(CreateSession)
  .handler(async function createSession({ context: { tx, services, person, request }, input }) {
    const now = services.clock();
    const facts = await validateForm(tx, input, { now, currentFlyer: null });
    const sessionId = await insertSession(tx, facts, now);
    await audit(tx, {
      ...byStaff({ person, request }),
      action: 'workshops.made',
      subjectType: 'workshop',
      subjectId: sessionId,
      after: toAuditValues(facts),
    });
    return { sessionId };
  });

/** True when attendees need to know about the change. */
const affectsAttendees = (current: StaffSession, changed: SessionValues): boolean =>
  current.startAt.getTime() !== changed.startAt.getTime() ||
  current.endAt.getTime() !== changed.endAt.getTime() ||
  current.place !== changed.place ||
  (current.link ?? '') !== changed.link;

/** Changes a session before its start. Emails attendees about a new time, place or link. */
const change = staff(workshopPermissions.hold)
  .errors(factsRefusalCodes)
  .errors(refusalCodes('workshops.not_found', 'workshops.not_now'))
  .errors(refusalCodes('workshops.changed_meanwhile', 'workshops.seats_taken'))
  .input(ChangeSession)
  .handler(async function change({ context: { tx, services, person, request }, input }) {
    const now = services.clock();
    const { sessionId, readAt, ...form } = input;
    const session = await loadSession(tx, sessionId, true);
    const state = getSessionState(session, now);
    if (state === 'cancelled' || session.startAt <= now)
      return refuse('workshops.not_now', { state: formatState(session, now) });
    if (session.updatedAt.getTime() !== Date.parse(readAt)) refuse('workshops.changed_meanwhile', {});
    const facts = await validateForm(tx, form, { now, currentFlyer: session.flyerFile });
    const isNotified = affectsAttendees(session, facts);
    const write = updateSession(tx, sessionId, { values: facts, isNotified, now });
    await mapConstraintViolation(write, 'no_seat_sold_twice', () => refuse('workshops.seats_taken', {}));
    await audit(tx, {
      ...byStaff({ person, request }),
      action: 'workshops.changed',
      subjectType: 'workshop',
      subjectId: sessionId,
      after: toAuditValues(facts),
    });
    return { sessionId };
  });

const formatState = (one: StaffSession, now: Date): string => {
  const state = getSessionState(one, now);
  return state === 'active' && one.startAt <= now ? 'under way' : state;
};

const announceSession = staff(workshopPermissions.hold)
  .errors(refusalCodes('workshops.not_found', 'workshops.not_now', 'workshops.times_unsound'))
  .input(OneSession)
  .handler(async function announceSession({ context: { tx, services, person, request }, input }) {
    const now = services.clock();
    const session = await loadSession(tx, input.sessionId, true);
    if (session.status !== 'draft') refuse('workshops.not_now', { state: formatState(session, now) });
    if (session.startAt <= now) refuse('workshops.times_unsound', {});
    await setStatus(tx, session.id, { to: 'active', now });
    await audit(tx, {
      ...byStaff({ person, request }),
      action: 'workshops.announced',
      subjectType: 'workshop',
      subjectId: session.id,
      after: { status: 'active' },
    });
    return { sessionId: session.id };
  });

/** Throws an error that names the session of the code, if any. */
async function refuseUnknownCode(tx: Db, code: string): Promise<never> {
  const title = await findSessionTitle(tx, code);
  return title === null ? refuse('workshops.code_unknown', {}) : refuse('workshops.other_session', { title });
}

/** Checks in an attendee by the code on their receipt. Idempotent. */
const checkIn = staff(workshopPermissions.checkIn)
  .errors(refusalCodes('workshops.not_found', 'workshops.not_the_time', 'workshops.code_unknown'))
  .errors(refusalCodes('workshops.other_session', 'workshops.not_confirmed', 'approvals.own_matter'))
  .input(CheckIn)
  .handler(async function checkIn({ context: { tx, services, person, request }, input }) {
    const now = services.clock();
    const { status, startAt, endAt } = await loadSession(tx, input.sessionId);
    if (status !== 'active' || now < getCheckInStart(startAt) || now > getCheckInEnd(endAt))
      refuse('workshops.not_the_time', {});
    const code = parseReference(input.code) ?? refuse('workshops.code_unknown', {});
    const registration = (await lockSeatByCode(tx, input.sessionId, code)) ?? (await refuseUnknownCode(tx, code));
    if (isSamePerson(person, registration.userId)) refuse('approvals.own_matter', {});
    const { attendee, mode } = registration;
    if (registration.status !== 'confirmed')
      refuse('workshops.not_confirmed', { attendee, state: registration.status });
    if (registration.checkedInAt) return { attendee, mode, checkedInAt: registration.checkedInAt, before: true };
    await recordCheckIn(tx, registration.id, now);
    await grantAward(
      { tx, services },
      { sessionId: input.sessionId, id: registration.id, userId: registration.userId, now },
    );
    await audit(tx, {
      ...byStaff({ person, request }),
      action: 'workshops.checked_in',
      subjectType: 'workshop_place',
      subjectId: registration.id,
      aboutId: registration.userId,
    });
    return { attendee, mode, checkedInAt: now, before: false };
  });

export const workshopsStaffApi = {
  sessions,
  session,
  people,
  create: createSession,
  change,
  announce: announceSession,
  checkIn,
  ...awardsApi,
};
