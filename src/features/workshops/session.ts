import { after, hours } from '../../kernel/clock.ts';

/** The registration_mode, how one takes part: in_person or online [001 §3 workshop_registrations]. */
export const modes = ['in_person', 'online'] as const;
export type Mode = (typeof modes)[number];
export const modeNames: Readonly<Record<Mode, string>> = { in_person: 'In person', online: 'Online' };

/** What staff make of a session. That it is over nobody says: the clock does. */
export const sessionStatuses = ['draft', 'active', 'cancelled'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];
export type SessionState = SessionStatus | 'over';

/** When a session is, and what staff made of it. */
export type Times = { readonly status: SessionStatus; readonly startAt: Date; readonly endAt: Date };

/** How a session stands at a moment. */
export const stateOf = ({ status, endAt }: Pick<Times, 'status' | 'endAt'>, now: Date): SessionState =>
  status === 'active' && endAt <= now ? 'over' : status;

/** Whether places are to be had: it is announced and has not begun. */
export const isOpen = ({ status, startAt }: Pick<Times, 'status' | 'startAt'>, now: Date): boolean =>
  status === 'active' && startAt > now;

/** So long before it begins, a place that is not paid goes to somebody who can still come. */
const backBefore = hours(3);
/** Whoever would have less than this until then has until the start: nobody is better off for having come later. */
const leastToPay = hours(1);
/** Payment review of 12-48 hours: so long what somebody says to have paid is looked for at most [001 §9 Timings]. */
const lookedFor = hours(48);

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Until when a place that was asked for at a moment is held unpaid at the latest. */
export const unpaidUntil = (startAt: Date, begunAt: Date): Date => {
  const back = after(startAt, -backBefore);
  return back >= after(begunAt, leastToPay) ? back : startAt;
};

/** What a place's payment waits for: when it began, and when it would have lapsed unclaimed. */
export type Wait = { readonly startAt: Date; readonly begunAt: Date; readonly lapsesAt: Date };

/**
 * Until when a place is kept for whoever says now that they paid. The time to pay stays theirs; a claim adds the time
 * to look at it, and a second claim adds nothing (decisions A3, E1).
 */
export const claimedUntil = ({ startAt, begunAt, lapsesAt }: Wait, now: Date): Date =>
  earlier(unpaidUntil(startAt, begunAt), earlier(later(lapsesAt, after(now, lookedFor)), after(lapsesAt, lookedFor)));

/** The seats of one mode: how many there are, how many are offered, being paid for or paid, and who waits. */
export type Seats = { readonly mode: Mode; readonly seats: number; readonly taken: number; readonly waiting: number };

/** How many places anybody may take now. What is free while somebody waits is theirs. */
export const placesLeft = ({ seats, taken, waiting }: Omit<Seats, 'mode'>): number => (waiting > 0 ? 0 : seats - taken);

/**
 * How far somebody's place is; pending and confirmed are registered [001 §4 Workshop registrations]. The last three
 * hold nothing.
 */
export const placeStatuses = ['waiting', 'offered', 'pending', 'confirmed', 'cancelled', 'rejected', 'lapsed'] as const;
export type PlaceStatus = (typeof placeStatuses)[number];

/** What a receipt calls it. */
export const placeTitle = (title: string, mode: Mode): string => `Workshop: ${title}, ${modeNames[mode].toLowerCase()}`;

/** How a place stands that somebody wants to move. */
type Movable = {
  readonly status: PlaceStatus;
  readonly sessionStatus: SessionStatus;
  readonly startAt: Date;
  readonly movedAt: Date | null;
  readonly checkedInAt: Date | null;
};

/** Whether a place can move still: it is paid, unused, has not moved, and its session stands and has not begun. */
export const mayMove = ({ status, sessionStatus, startAt, movedAt, checkedInAt }: Movable, now: Date): boolean =>
  status === 'confirmed' && movedAt === null && checkedInAt === null && isOpen({ status: sessionStatus, startAt }, now);
