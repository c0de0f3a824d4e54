import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import { formatDateTime, formatTime } from '../../ui/format.ts';

/** [001 §3 workshop_registrations] */
export const modes = ['in_person', 'online'] as const;
export type Mode = (typeof modes)[number];
export const modeNames: Readonly<Record<Mode, string>> = { in_person: 'In person', online: 'Online' };

export const sessionStatuses = ['draft', 'active', 'cancelled'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];
export type SessionState = SessionStatus | 'over';

export type Times = { readonly status: SessionStatus; readonly startAt: Date; readonly endAt: Date };

export const getSessionState = ({ status, endAt }: Pick<Times, 'status' | 'endAt'>, now: Date): SessionState =>
  status === 'active' && endAt <= now ? 'over' : status;

export const isOpen = ({ status, startAt }: Pick<Times, 'status' | 'startAt'>, now: Date): boolean =>
  status === 'active' && startAt > now;

/** Unpaid seats are released this long before the start. */
const unpaidReleaseMs = hours(3);
/** If less time than this is left to pay, the seat is held until the start. */
const minPaymentMs = hours(1);
/** Maximum review of a claimed payment [001 §9 Timings]. */
const maxReviewMs = hours(48);

const minDate = (one: Date, other: Date): Date => (one < other ? one : other);
const maxDate = (one: Date, other: Date): Date => (one > other ? one : other);

/** Returns the latest end of an unpaid hold. */
export const getUnpaidUntil = (startAt: Date, startedAt: Date): Date => {
  const releaseAt = after(startAt, -unpaidReleaseMs);
  return releaseAt >= after(startedAt, minPaymentMs) ? releaseAt : startAt;
};

export type PaymentWait = { readonly startAt: Date; readonly startedAt: Date; readonly lapsesAt: Date };

/** Returns the end of a hold after a payment claim. Review time is added once (decisions A3, E1). */
export const getClaimedUntil = ({ startAt, startedAt, lapsesAt }: PaymentWait, now: Date): Date =>
  minDate(
    getUnpaidUntil(startAt, startedAt),
    minDate(maxDate(lapsesAt, after(now, maxReviewMs)), after(lapsesAt, maxReviewMs)),
  );

export type Seats = { readonly mode: Mode; readonly seats: number; readonly taken: number; readonly waiting: number };

/** Returns the seats open to anyone: none while a waiting list exists. */
export const getSeatsLeft = ({ seats, taken, waiting }: Omit<Seats, 'mode'>): number =>
  waiting > 0 ? 0 : seats - taken;

/** `pending` and `confirmed` are registered [001 §4 Workshop registrations]. The last three hold no seat. */
export const placeStatuses = ['waiting', 'offered', 'pending', 'confirmed', 'cancelled', 'rejected', 'lapsed'] as const;
export type PlaceStatus = (typeof placeStatuses)[number];

export const formatSeatTitle = (title: string, mode: Mode): string =>
  `Workshop: ${title}, ${modeNames[mode].toLowerCase()}`;

type Movable = {
  readonly status: PlaceStatus;
  readonly sessionStatus: SessionStatus;
  readonly startAt: Date;
  readonly movedAt: Date | null;
  readonly checkedInAt: Date | null;
};

/** True for a paid seat that was never moved or used, before the session starts. */
export const canMove = ({ status, sessionStatus, startAt, movedAt, checkedInAt }: Movable, now: Date): boolean =>
  status === 'confirmed' && movedAt === null && checkedInAt === null && isOpen({ status: sessionStatus, startAt }, now);

/** Formats a range in Jamaican time, such as `Sat 28 Nov 2026, 5:00 pm to 7:00 pm`. */
export const formatTimes = (startAt: Date, endAt: Date): string =>
  `${formatDateTime(startAt, { year: true })} to ${
    jamaicaDay(startAt) === jamaicaDay(endAt) ? formatTime(endAt) : formatDateTime(endAt)
  }`;
