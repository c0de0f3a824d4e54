import { isFor } from '../../kernel/acts.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { readReference } from '../../kernel/ids.ts';
import { pageOf } from '../../kernel/page.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, isOwn } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { ownFiles } from '../documents/own-files.ts';
import { workshopActs } from './acts.ts';
import { awardsDeskApi } from './award-desk.ts';
import { giveAward } from './award-given.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import {
  ChangeSession,
  CheckIn,
  MakeSession,
  OneSession,
  PeoplePage,
  type SessionForm,
  SessionsPage,
} from './desk-schema.ts';
import {
  type DeskSession,
  insertSession,
  noteCame,
  participantsOf,
  placeUnder,
  type SessionFacts,
  sessionOfDesk,
  sessionsOfDesk,
  sessionUnder,
  setStatus,
  updateSession,
} from './desk-store.ts';
import { flyerPath } from './flyer-route.ts';
import { momentOf } from './local-moment.ts';
import { stateOf } from './session.ts';

const pageSize = 50;
const peopleAtOnce = 200;

const found = async (tx: Db, id: string, lock = false): Promise<DeskSession> =>
  (await sessionOfDesk(tx, id, lock)) ?? refuse('workshops.not_found', {});

const shown = (session: DeskSession, now: Date) => ({
  ...session,
  state: stateOf(session, now),
  /** The flyer, once everybody may see it. */
  flyer: session.status === 'draft' || !session.flyerFile ? null : flyerPath(session.flyerFile),
});

const doorOpens = (startAt: Date): Date => after(startAt, -hours(3));
const doorCloses = (endAt: Date): Date => after(endAt, days(1));

type Looking = { readonly person: { readonly roles: readonly string[] }; readonly now: Date };

/** What whoever asks may do with a session now. */
const mayNow = ({ status, startAt, endAt }: DeskSession, { person: { roles }, now }: Looking) => {
  const holds = isFor(workshopActs.hold, roles);
  return {
    change: holds && status !== 'cancelled' && startAt > now,
    announce: holds && status === 'draft' && startAt > now,
    checkIn: isFor(workshopActs.checkIn, roles) && status === 'active' && now <= doorCloses(endAt),
    cancel: isFor(workshopActs.cancel, roles) && stateOf({ status, endAt }, now) !== 'over',
  };
};

/** The sessions of a view, for staff. */
const sessions = staffOnly(workshopActs.see)
  .input(SessionsPage)
  .handler(async ({ context: { tx, services }, input }) => {
    const now = services.clock();
    const read = await sessionsOfDesk(tx, { ...input, now, limit: pageSize + 1 });
    const { page, next } = pageOf(read, pageSize, ({ startAt, id }) => ({ startAt, id }));
    return { lines: page.map((session) => shown(session, now)), next };
  });

/** One session, and what whoever asks may do with it. */
const session = staffOnly(workshopActs.see)
  .errors(mayRefuse('workshops.not_found'))
  .input(OneSession)
  .handler(async ({ context: { tx, services, person }, input }) => {
    const now = services.clock();
    const session = shown(await found(tx, input.sessionId), now);
    return { session, mine: mayNow(session, { person, now }) };
  });

/** Who comes. */
const people = staffOnly(workshopActs.see)
  .errors(mayRefuse('workshops.not_found'))
  .input(PeoplePage)
  .handler(async ({ context: { tx }, input }) => {
    await found(tx, input.sessionId);
    const read = await participantsOf(tx, input.sessionId, { after: input.after, limit: peopleAtOnce + 1 });
    const { page: lines, next } = pageOf(read, peopleAtOnce, ({ id }) => id);
    return { lines, next };
  });

const factsMayRefuse = mayRefuse(
  'workshops.times_unsound',
  'workshops.no_seats',
  'workshops.flyer_unfit',
  'workshops.flyer_undescribed',
);

/** The form as it is kept; `standing` is the flyer that stands there already. */
async function factsOf(tx: Db, form: SessionForm, { now, standing }: { now: Date; standing: string | null }) {
  const [startAt, endAt] = [momentOf(form.startAt), momentOf(form.endAt)];
  if (!startAt || !endAt || startAt <= now || endAt <= startAt || endAt > after(startAt, days(1)))
    return refuse('workshops.times_unsound', {});
  const { title, description, place, link, flyerFile, flyerAlt, seatsInPerson, seatsOnline } = form;
  if (seatsInPerson + seatsOnline < 1) refuse('workshops.no_seats', {});
  if (flyerFile && flyerAlt === '') refuse('workshops.flyer_undescribed', {});
  if (flyerFile && flyerFile !== standing) {
    const [file] = await ownFiles(tx, [flyerFile]);
    if (file?.purpose !== 'workshop-flyer' || file.state !== 'clean') refuse('workshops.flyer_unfit', {});
  }
  const seats = { in_person: seatsInPerson, online: seatsOnline };
  const flyer = { flyerFile, flyerAlt: flyerFile ? flyerAlt : null };
  return { title, description, place, link, startAt, endAt, seats, ...flyer } satisfies SessionFacts;
}

/** What the log keeps of a session: whoever has the link may take part. */
const recorded = ({ link, ...facts }: SessionFacts) => ({ ...facts, hasLink: link !== '' });

/** Makes a session that nobody sees until it is announced. */
const make = staffOnly(workshopActs.hold)
  .errors(factsMayRefuse)
  .input(MakeSession)
  .handler(async ({ context: { tx, services, person, request }, input }) => {
    const now = services.clock();
    const facts = await factsOf(tx, input, { now, standing: null });
    const sessionId = await insertSession(tx, facts, now);
    await audit(tx, {
      ...byStaff({ person, request }),
      ...{ action: 'workshops.made', subjectType: 'workshop', subjectId: sessionId, after: recorded(facts) },
    });
    return { sessionId };
  });

/** Whether whoever comes must be told again. */
const concerns = (was: DeskSession, is: SessionFacts): boolean =>
  was.startAt.getTime() !== is.startAt.getTime() ||
  was.endAt.getTime() !== is.endAt.getTime() ||
  was.place !== is.place ||
  (was.link ?? '') !== is.link;

/** Changes a session that has not begun. Whoever comes is told of another time or place. */
const change = staffOnly(workshopActs.hold)
  .errors(factsMayRefuse)
  .errors(mayRefuse('workshops.not_found', 'workshops.not_now'))
  .errors(mayRefuse('workshops.changed_meanwhile', 'workshops.seats_taken'))
  .input(ChangeSession)
  .handler(async ({ context: { tx, services, person, request }, input }) => {
    const now = services.clock();
    const { sessionId, readAt, ...form } = input;
    const was = await found(tx, sessionId, true);
    const state = stateOf(was, now);
    if (state === 'cancelled' || was.startAt <= now) return refuse('workshops.not_now', { state: stateWord(was, now) });
    if (was.updatedAt.getTime() !== Date.parse(readAt)) refuse('workshops.changed_meanwhile', {});
    const facts = await factsOf(tx, form, { now, standing: was.flyerFile });
    const told = concerns(was, facts);
    const write = updateSession(tx, sessionId, { facts, told, now });
    await unlessBroken(write, 'no_seat_sold_twice', () => refuse('workshops.seats_taken', {}));
    await audit(tx, {
      ...byStaff({ person, request }),
      ...{ action: 'workshops.changed', subjectType: 'workshop', subjectId: sessionId, after: recorded(facts) },
    });
    return { sessionId };
  });

const stateWord = (one: DeskSession, now: Date): string => {
  const state = stateOf(one, now);
  return state === 'active' && one.startAt <= now ? 'under way' : state;
};

/** Has a session shown to everybody, who can register from now on. */
const announceIt = staffOnly(workshopActs.hold)
  .errors(mayRefuse('workshops.not_found', 'workshops.not_now', 'workshops.times_unsound'))
  .input(OneSession)
  .handler(async ({ context: { tx, services, person, request }, input }) => {
    const now = services.clock();
    const was = await found(tx, input.sessionId, true);
    if (was.status !== 'draft') refuse('workshops.not_now', { state: stateWord(was, now) });
    if (was.startAt <= now) refuse('workshops.times_unsound', {});
    await setStatus(tx, was.id, { to: 'active', now });
    await audit(tx, {
      ...byStaff({ person, request }),
      ...{ action: 'workshops.announced', subjectType: 'workshop', subjectId: was.id, after: { status: 'active' } },
    });
    return { sessionId: was.id };
  });

/** Whoever stands at the wrong door is sent to the right one. */
async function refuseUnknown(tx: Db, code: string): Promise<never> {
  const title = await sessionUnder(tx, code);
  return title === null ? refuse('workshops.code_unknown', {}) : refuse('workshops.other_session', { title });
}

/** Notes that somebody came, by the code on their receipt. Asked again it says when they came. */
const checkIn = staffOnly(workshopActs.checkIn)
  .errors(mayRefuse('workshops.not_found', 'workshops.not_the_time', 'workshops.code_unknown'))
  .errors(mayRefuse('workshops.other_session', 'workshops.not_confirmed', 'approvals.own_matter'))
  .input(CheckIn)
  .handler(async ({ context: { tx, services, person, request }, input }) => {
    const now = services.clock();
    const { status, startAt, endAt } = await found(tx, input.sessionId);
    if (status !== 'active' || now < doorOpens(startAt) || now > doorCloses(endAt))
      refuse('workshops.not_the_time', {});
    const code = readReference(input.code) ?? refuse('workshops.code_unknown', {});
    const place = (await placeUnder(tx, input.sessionId, code)) ?? (await refuseUnknown(tx, code));
    if (isOwn(person, place.userId)) refuse('approvals.own_matter', {});
    const { attendee, mode } = place;
    if (place.status !== 'confirmed') refuse('workshops.not_confirmed', { attendee, state: place.status });
    if (place.checkedInAt) return { attendee, mode, checkedInAt: place.checkedInAt, before: true };
    await noteCame(tx, place.id, now);
    await giveAward({ tx, services }, { sessionId: input.sessionId, id: place.id, userId: place.userId, now });
    await audit(tx, {
      ...byStaff({ person, request }),
      ...{ action: 'workshops.checked_in', subjectType: 'workshop_place', subjectId: place.id },
      aboutId: place.userId,
    });
    return { attendee, mode, checkedInAt: now, before: false };
  });

/** Workshops at the desk. */
export const workshopsDeskApi = {
  ...{ sessions, session, people, make, change, announce: announceIt, checkIn },
  ...awardsDeskApi,
};
