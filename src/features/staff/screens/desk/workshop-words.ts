import type { AwardState } from '../../../workshops/award.ts';
import { modeNames, type PlaceStatus, type Seats, type SessionState } from '../../../workshops/session.ts';

/** How a session stands, in a badge. */
export const workshopWord = {
  draft: { kind: 'pending', text: 'Draft' },
  active: { kind: 'approved', text: 'Announced' },
  over: { kind: 'other', text: 'Over' },
  cancelled: { kind: 'rejected', text: 'Called off' },
} as const satisfies Record<SessionState, object>;

/** How far somebody's place is, as the list at the door says it. */
export const placeWord = {
  waiting: { kind: 'other', text: 'In line' },
  offered: { kind: 'other', text: 'Offered' },
  pending: { kind: 'pending', text: 'Not paid yet' },
  confirmed: { kind: 'approved', text: 'Paid' },
  cancelled: { kind: 'other', text: 'Cancelled' },
  rejected: { kind: 'other', text: 'Rejected' },
  lapsed: { kind: 'other', text: 'Lapsed' },
} as const satisfies Record<PlaceStatus, object>;

/** How far somebody's training coins are. */
export const awardWord = {
  unnamed: { kind: 'other', text: 'No wallet yet' },
  named: { kind: 'pending', text: 'To release' },
  released: { kind: 'pending', text: 'To send' },
  sent: { kind: 'approved', text: 'Sent' },
} as const satisfies Record<AwardState, object>;

/** `12 of 20 in person, 3 of 50 online`; a mode that is not held is not spoken of. */
export const takenText = (seats: readonly Seats[]): string =>
  seats
    .filter((each) => each.seats > 0)
    .map((each) => `${each.taken} of ${each.seats} ${modeNames[each.mode].toLowerCase()}`)
    .join(', ');

export const waitingIn = (seats: readonly Seats[]): number => seats.reduce((sum, { waiting }) => sum + waiting, 0);
