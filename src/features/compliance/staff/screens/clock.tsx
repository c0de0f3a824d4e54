import { useSyncExternalStore } from 'react';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import type { ReportClock } from '../../reports.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats `29 m 41 s` below an hour, `3 h 12 m` below two days, then `3 d 04 h`. Two units keep the width stable. */
export function formatSpan(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < hourMs) return `${Math.floor(span / minuteMs)} m ${padTwo(Math.floor((span % minuteMs) / secondMs))} s`;
  if (span < 2 * dayMs) return `${Math.floor(span / hourMs)} h ${padTwo(Math.floor((span % hourMs) / minuteMs))} m`;
  return `${Math.floor(span / dayMs)} d ${padTwo(Math.floor((span % dayMs) / hourMs))} h`;
}

const padTwo = (count: number): string => String(count).padStart(2, '0');

type ClockFace = { readonly text: string; readonly late: boolean; readonly tint: '' | 'due' | 'late' };

export function getClockFace({ since, until }: { since: Date; until: Date }, now: number): ClockFace {
  const leftMs = until.getTime() - now;
  // Exactly at the deadline is not late.
  if (leftMs < 0) return { text: `${formatSpan(-leftMs)} late`, late: true, tint: 'late' };
  const promisedMs = until.getTime() - since.getTime();
  return { text: formatSpan(leftMs), late: false, tint: leftMs * 4 <= promisedMs ? 'due' : '' };
}

/** One timer for all clocks on a page. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = Math.floor(Date.now() / 1000);

function tick(): void {
  second = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick();
    timer = setInterval(tick, 1_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

type ClockProps = {
  since: Date;
  until: Date;
  /** Server time minus device time, in ms. */
  offsetMs: number;
};

export function Clock({ since, until, offsetMs }: ClockProps) {
  const now = useSyncExternalStore(subscribe, () => second) * 1000 + offsetMs;
  const { text, late, tint } = getClockFace({ since, until }, now);
  return (
    <time className={`age sla ${tint}`} dateTime={until.toISOString()} title={`Due ${formatDateTime(until)}`}>
      {!late && <span className="sr">due in </span>}
      {text}
    </time>
  );
}

let offsetMs = Number.NEGATIVE_INFINITY;

/** Returns server time minus device time, in ms. Keeps the largest value, because network delay reduces the value. */
export function updateClockOffset(serverTime: Date | undefined, receivedAt: number): number {
  if (serverTime && receivedAt > 0) offsetMs = Math.max(offsetMs, serverTime.getTime() - receivedAt);
  return Number.isFinite(offsetMs) ? offsetMs : 0;
}

const formatDays = (count: number): string => formatPlural(count, 'day', 'days');

export function formatReportClock({ daysLeft, state }: ReportClock): string {
  if (state === 'done') return '';
  if (daysLeft < 0) return `${formatDays(-daysLeft)} late`;
  return daysLeft === 0 ? 'due today' : `${formatDays(daysLeft)} left`;
}

export const ReportAge = ({ clock }: { clock: ReportClock }) =>
  clock.state === 'done' ? null : (
    <span
      className={`age days-left ${clock.state === 'overdue' ? 'late' : clock.state === 'soon' ? 'due' : ''}`}
      title={`Due ${formatDate(clock.dueOn)}`}
    >
      {formatReportClock(clock)}
    </span>
  );
