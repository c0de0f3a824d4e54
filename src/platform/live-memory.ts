/** So long what was said is remembered, ms, and so much of it at the most. */
const span = 60_000;
const most = 5_000;
/** What a browser tells of its page's age may be on the way so much longer than what it asked for before, ms. */
const onTheWay = 5_000;

type Said = { readonly at: number; readonly payload: string };

/**
 * What the live line said of late. A page is answered first and opens its line afterwards, on a weak line seconds
 * later: what changed in between it would never hear. `now` is a clock that only goes forward, ms.
 */
export function openMemory(now = () => performance.now()) {
  let said: Said[] = [];
  /** From when on nothing is missing. */
  let whole = Number.POSITIVE_INFINITY;
  return {
    /** From now on everything that is said is heard. */
    begin: () => {
      whole = Math.min(whole, now());
    },
    note: (payload: string) => {
      said.push({ at: now(), payload });
      // Cleared away by the hundred, not with every word.
      if (said.length % 100 !== 0) return;
      const from = Math.max(now() - span, said.at(-most)?.at ?? 0);
      whole = Math.max(whole, from);
      said = said.filter(({ at }) => at >= from);
    },
    /** What was said since a page of this age, ms, was answered; null where some of it is not known. */
    since: (age: number): readonly string[] | null => {
      const from = now() - age - onTheWay;
      if (!(from >= whole)) return null;
      return [...new Set(said.filter(({ at }) => at >= from).map(({ payload }) => payload))];
    },
  };
}
