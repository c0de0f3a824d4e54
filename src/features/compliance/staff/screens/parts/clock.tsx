import { useSyncExternalStore } from 'react';
import { formatDateTime } from '../../../../../ui/format.ts';
import { getClockFace } from './clock-face.ts';

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
