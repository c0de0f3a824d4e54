const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats `29 m 41 s` below an hour, `3 h 12 m` below two days, then `3 d 04 h`. Two units keep the width stable. */
export function formatSpan(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < hour) return `${Math.floor(span / minute)} m ${padTwo(Math.floor((span % minute) / second))} s`;
  if (span < 2 * day) return `${Math.floor(span / hour)} h ${padTwo(Math.floor((span % hour) / minute))} m`;
  return `${Math.floor(span / day)} d ${padTwo(Math.floor((span % day) / hour))} h`;
}

const padTwo = (count: number): string => String(count).padStart(2, '0');

export type ClockFace = { readonly text: string; readonly late: boolean; readonly tint: '' | 'due' | 'late' };

export function getClockFace({ since, until }: { since: Date; until: Date }, now: number): ClockFace {
  const left = until.getTime() - now;
  // Exactly at the deadline is not late.
  if (left < 0) return { text: `${formatSpan(-left)} late`, late: true, tint: 'late' };
  const promised = until.getTime() - since.getTime();
  return { text: formatSpan(left), late: false, tint: left * 4 <= promised ? 'due' : '' };
}
