import { pluralize } from '../../kernel/plural.ts';

export function getGreeting(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

/** Part of a plan's remaining time. Days appear only above 0, and an ended plan reads Expired [000 §2 Dashboard]. */
export type Part = { readonly unit: 'days' | 'hours' | 'minutes' | 'seconds'; readonly count: number };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Rounds a started second up; null when the plan has ended. */
export function getTimeLeft(end: Date, now: Date): readonly Part[] | null {
  const leftMs = Math.ceil((end.getTime() - now.getTime()) / second) * second;
  if (!(leftMs > 0)) return null;
  const days: Part = { unit: 'days', count: Math.floor(leftMs / day) };
  return [
    ...(days.count > 0 ? [days] : []),
    { unit: 'hours', count: Math.floor((leftMs % day) / hour) },
    { unit: 'minutes', count: Math.floor((leftMs % hour) / minute) },
    { unit: 'seconds', count: Math.floor((leftMs % minute) / second) },
  ];
}

export const formatPart = ({ unit, count }: Part): string => `${count} ${pluralize(count, unit.slice(0, -1), unit)}`;

/** Text for screen readers, without seconds. */
export function formatTimeLeft(parts: readonly Part[] | null): string {
  if (!parts) return 'Expired';
  const spoken = parts.filter(({ unit, count }) => unit !== 'seconds' && count > 0);
  return spoken.length > 0 ? spoken.map(formatPart).join(', ') : 'Less than a minute';
}

/** Share of the period that has passed, in thousandths. */
export function getElapsedShare({ start, end }: { start: Date; end: Date }, now: Date): bigint {
  const periodMs = end.getTime() - start.getTime();
  if (periodMs <= 0) return 1_000n;
  const share = (now.getTime() - start.getTime()) / periodMs;
  return BigInt(Math.round(Math.min(1, Math.max(0, share)) * 1_000));
}
