/** How one takes part [001 §3]. */
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

/** The seats of one mode: how many there are, how many are offered, being paid for or paid, and who waits. */
export type Seats = { readonly mode: Mode; readonly seats: number; readonly taken: number; readonly waiting: number };

/** How many places anybody may take now. What is free while somebody waits is theirs. */
export const placesLeft = ({ seats, taken, waiting }: Omit<Seats, 'mode'>): number => (waiting > 0 ? 0 : seats - taken);

/** How far somebody's place is. The last three hold nothing. */
export const placeStatuses = ['waiting', 'offered', 'pending', 'confirmed', 'cancelled', 'rejected', 'lapsed'] as const;
export type PlaceStatus = (typeof placeStatuses)[number];

/** What a receipt calls it. */
export const placeTitle = (title: string, mode: Mode): string => `Workshop: ${title}, ${modeNames[mode].toLowerCase()}`;
