const retentionMs = 60_000;
const maxEvents = 5_000;
const transitMs = 5_000;

type SentEvent = { readonly at: number; readonly payload: string };

/** Keeps recent events for a page: its stream opens seconds after it was rendered. `now` is monotonic. */
export function replayBuffer(now = () => performance.now()) {
  let events: SentEvent[] = [];
  let completeSince = Number.POSITIVE_INFINITY;
  return {
    start: () => {
      completeSince = Math.min(completeSince, now());
    },
    record: (payload: string) => {
      events.push({ at: now(), payload });
      if (events.length % 100 !== 0) return;
      const since = Math.max(now() - retentionMs, events.at(-maxEvents)?.at ?? 0);
      completeSince = Math.max(completeSince, since);
      events = events.filter(({ at }) => at >= since);
    },
    /** Returns the events since a page of this age in ms was rendered. Null when some may be missing. */
    since: (ageMs: number): readonly string[] | null => {
      const from = now() - ageMs - transitMs;
      if (!(from >= completeSince)) return null;
      return [...new Set(events.filter(({ at }) => at >= from).map(({ payload }) => payload))];
    },
  };
}
