import { useSyncExternalStore } from 'react';
import { formatDateTime } from '../../../../ui/format.ts';
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
  /** Milliseconds that the server clock is ahead of this device. */
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

/** Milliseconds that the server clock is ahead: the largest difference seen, because network delay reduces it. */
export function updateClockOffset(serverTime: Date | undefined, receivedAt: number): number {
  if (serverTime && receivedAt > 0) offsetMs = Math.max(offsetMs, serverTime.getTime() - receivedAt);
  return Number.isFinite(offsetMs) ? offsetMs : 0;
}
