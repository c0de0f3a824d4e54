import type { call } from '../../../../ui/client.ts';
import type { AwardState } from '../../award.ts';
import { modeNames, type PlaceStatus, type Seats, type SessionState } from '../../session.ts';

export type WorkshopLine = Awaited<ReturnType<typeof call.workshopsDesk.sessions>>['lines'][number];
export type WorkshopFile = Awaited<ReturnType<typeof call.workshopsDesk.session>>;
export type Workshop = WorkshopFile['session'];
export type WorkshopPerson = Awaited<ReturnType<typeof call.workshopsDesk.people>>['lines'][number];

export const workshopNotices = {
  make: { title: 'Draft saved', text: 'Announce the workshop to make it visible.' },
  change: { title: 'Saved', text: 'Your changes to {title} are saved.' },
  announce: { title: 'Announced', text: '{title} is open for registration.' },
  cancel: {
    title: 'Cancelled',
    text: '{prepared} {prepared:refund|refunds} prepared, {ended} {ended:seat|seats} cancelled, {left} left for later.',
  },
  awardsAsked: { title: 'Proposed', text: 'The release for {count} is waiting for a second person.' },
  awardSent: { title: 'Recorded', text: 'The LGM for {attendee} are recorded as sent.' },
} as const;

export const awardNotices = {
  approve: { title: 'Released', text: 'Send the LGM, then record each transfer.' },
  reject: { title: 'Rejected', text: 'Nothing is released. You can propose it again.' },
  withdraw: { title: 'Withdrawn', text: 'Nothing is released. You can propose it again.' },
} as const;

export const workshopStateLabels = {
  draft: { kind: 'pending', text: 'Draft' },
  active: { kind: 'approved', text: 'Announced' },
  over: { kind: 'other', text: 'Over' },
  cancelled: { kind: 'rejected', text: 'Cancelled' },
} as const satisfies Record<SessionState, object>;

export const seatLabels = {
  waiting: { kind: 'other', text: 'Waiting' },
  offered: { kind: 'other', text: 'Offered' },
  pending: { kind: 'pending', text: 'Not paid yet' },
  confirmed: { kind: 'approved', text: 'Paid' },
  cancelled: { kind: 'other', text: 'Cancelled' },
  rejected: { kind: 'other', text: 'Rejected' },
  lapsed: { kind: 'other', text: 'Expired' },
} as const satisfies Record<PlaceStatus, object>;

export const awardLabels = {
  unnamed: { kind: 'other', text: 'No wallet yet' },
  named: { kind: 'pending', text: 'To release' },
  released: { kind: 'pending', text: 'To send' },
  sent: { kind: 'approved', text: 'Sent' },
} as const satisfies Record<AwardState, object>;

/** `12 of 20 in person, 3 of 50 online`. Modes without seats are omitted. */
export const formatTakenSeats = (seats: readonly Seats[]): string =>
  seats
    .filter((each) => each.seats > 0)
    .map((each) => `${each.taken} of ${each.seats} ${modeNames[each.mode].toLowerCase()}`)
    .join(', ');

export const countWaiting = (seats: readonly Seats[]): number => seats.reduce((sum, { waiting }) => sum + waiting, 0);
