/** The clock of an alert: how much of the promised time is left, in words that do not change their width. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `29 m 41 s` below an hour, `3 h 12 m` below two days, then `3 d 4 h`. Two units always: the column never jumps. */
export function spanText(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < hour) return `${Math.floor(span / minute)} m ${two(Math.floor((span % minute) / second))} s`;
  if (span < 2 * day) return `${Math.floor(span / hour)} h ${two(Math.floor((span % hour) / minute))} m`;
  return `${Math.floor(span / day)} d ${two(Math.floor((span % day) / hour))} h`;
}

const two = (count: number): string => String(count).padStart(2, '0');

export type ClockFace = { readonly text: string; readonly late: boolean; readonly tint: '' | 'due' | 'late' };

/** What the clock shows at a moment: late once the promised time is over, due in the last quarter of it. */
export function clockFace({ since, until }: { since: Date; until: Date }, now: number): ClockFace {
  const left = until.getTime() - now;
  // On the very moment nothing is left, and nobody is late yet.
  if (left < 0) return { text: `${spanText(-left)} late`, late: true, tint: 'late' };
  const promised = until.getTime() - since.getTime();
  return { text: spanText(left), late: false, tint: left * 4 <= promised ? 'due' : '' };
}
