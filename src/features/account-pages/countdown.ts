/**
 * The time left of a plan. Days stand only when above 0; then hours, minutes and seconds; or Expired [000 §2
 * Dashboard].
 */
export type Part = { readonly unit: 'days' | 'hours' | 'minutes' | 'seconds'; readonly count: number };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The parts of what is left at `now`, whole seconds, the rest of a second counting as one; null once it is over. */
export function timeLeft(end: Date, now: Date): readonly Part[] | null {
  const left = Math.ceil((end.getTime() - now.getTime()) / second) * second;
  if (!(left > 0)) return null;
  const days: Part = { unit: 'days', count: Math.floor(left / day) };
  return [
    ...(days.count > 0 ? [days] : []),
    { unit: 'hours', count: Math.floor((left % day) / hour) },
    { unit: 'minutes', count: Math.floor((left % hour) / minute) },
    { unit: 'seconds', count: Math.floor((left % minute) / second) },
  ];
}

/** `1 day`, `3 hours`. */
export const partWords = ({ unit, count }: Part): string => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;

/** The same as a sentence to be heard, without the seconds: whoever listens is not told anew every second. */
export function timeLeftWords(parts: readonly Part[] | null): string {
  if (!parts) return 'Expired';
  const slow = parts.filter(({ unit, count }) => unit !== 'seconds' && count > 0);
  return slow.length > 0 ? slow.map(partWords).join(', ') : 'Less than a minute';
}

/** How much of a period has passed at `now`, in thousandths, for drawing. */
export function passed({ start, end }: { start: Date; end: Date }, now: Date): bigint {
  const whole = end.getTime() - start.getTime();
  if (whole <= 0) return 1_000n;
  const share = (now.getTime() - start.getTime()) / whole;
  return BigInt(Math.round(Math.min(1, Math.max(0, share)) * 1_000));
}
