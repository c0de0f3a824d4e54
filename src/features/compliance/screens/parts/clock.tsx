import { useSyncExternalStore } from 'react';
import { momentText } from '../../../../ui/format.ts';
import { clockFace } from './sla.ts';

/** One beat a second for all clocks on a page: only their own few letters are drawn again. */
const listeners = new Set<() => void>();
let beat: ReturnType<typeof setInterval> | undefined;
let second = Math.floor(Date.now() / 1000);

function tick(): void {
  second = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
}

function onBeat(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick();
    beat = setInterval(tick, 1_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(beat);
  };
}

type ClockProps = {
  since: Date;
  until: Date;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  ahead: number;
};

/** How long is left until the promised moment, or by how much it has passed. Its width does not change. */
export function Clock({ since, until, ahead: by }: ClockProps) {
  const now = useSyncExternalStore(onBeat, () => second) * 1000 + by;
  const { text, late, tint } = clockFace({ since, until }, now);
  return (
    <time className={`age sla ${tint}`} dateTime={until.toISOString()} title={`Due ${momentText(until)}`}>
      {!late && <span className="sr">due in </span>}
      {text}
    </time>
  );
}

let ahead = Number.NEGATIVE_INFINITY;

/**
 * How far the server's clock is ahead of this device's. Every answer was on its way for a moment, so the largest
 * difference that was seen is the truest; and all clocks of a page go by the same one.
 */
export function aheadOf(answered: Date | undefined, answeredAt: number): number {
  if (answered && answeredAt > 0) ahead = Math.max(ahead, answered.getTime() - answeredAt);
  return Number.isFinite(ahead) ? ahead : 0;
}
