/** What a reader did in a lesson without a line. A key makes each one request, however often it is sent. */
export type Done =
  | { readonly kind: 'answer'; readonly check: string; readonly chosen: readonly number[] }
  | { readonly kind: 'place'; readonly block: number }
  | { readonly kind: 'finish' };

export type Waiting = Done & { readonly key: string; readonly courseId: string; readonly unit: string };
/** As it stands in the queue: `id` counts up. */
export type Queued = Waiting & { readonly id: number };

/**
 * Those of the queue that a further one makes needless: of the places in a lesson the last one counts, and to finish
 * it goes behind whatever was answered since. Answers stay, each in its turn.
 */
export const neededNoMore = (queue: readonly Queued[], next: Waiting): readonly Queued[] =>
  next.kind === 'answer'
    ? []
    : queue.filter(
        ({ kind, courseId, unit }) => kind === next.kind && courseId === next.courseId && unit === next.unit,
      );

/** What became of sending one: an answer, which may be a refusal; or none that is clear, so it waits on. */
export type Sent<T> = { readonly told: T } | 'unclear';

type Line<T> = {
  /** The first of the queue. */
  readonly first: () => Promise<Queued | null>;
  readonly send: (one: Queued) => Promise<Sent<T>>;
  /** Takes one out of the queue. */
  readonly drop: (one: Queued) => Promise<void>;
  readonly told: (one: Queued, answer: T) => void;
};

/**
 * Sends the queue one after the other, in the order in which it was filled. One leaves it only with a clear answer; at
 * the first without, all that is left waits. Whether all were sent.
 */
export async function sendInTurn<T>({ first, send, drop, told }: Line<T>): Promise<boolean> {
  for (let one = await first(); one; one = await first()) {
    const sent = await send(one);
    if (sent === 'unclear') return false;
    await drop(one);
    told(one, sent.told);
  }
  return true;
}
