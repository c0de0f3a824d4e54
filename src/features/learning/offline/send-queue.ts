/** An action in a lesson. The key makes it idempotent. */
export type LessonAction =
  | { readonly kind: 'answer'; readonly check: string; readonly chosen: readonly number[] }
  | { readonly kind: 'place'; readonly block: number }
  | { readonly kind: 'finish' };

export type QueueItem = LessonAction & { readonly key: string; readonly courseId: string; readonly unit: string };
export type QueuedItem = QueueItem & { readonly id: number };

/** Returns queued items that `next` replaces: an older position or finish, never an answer. */
export const findReplaced = (queue: readonly QueuedItem[], next: QueueItem): readonly QueuedItem[] =>
  next.kind === 'answer'
    ? []
    : queue.filter(
        ({ kind, courseId, unit }) => kind === next.kind && courseId === next.courseId && unit === next.unit,
      );

/** `unclear`: the server may not have received the item, which stays queued. */
export type SendOutcome<T> = { readonly result: T } | 'unclear';

type QueueSender<T> = {
  readonly first: () => Promise<QueuedItem | null>;
  readonly send: (item: QueuedItem) => Promise<SendOutcome<T>>;
  readonly drop: (item: QueuedItem) => Promise<void>;
  readonly onResult: (item: QueuedItem, answer: T) => void;
};

/** Sends items in order until an unclear result. Returns true if all were sent. */
export async function sendInOrder<T>({ first, send, drop, onResult }: QueueSender<T>): Promise<boolean> {
  for (let item = await first(); item; item = await first()) {
    const sent = await send(item);
    if (sent === 'unclear') return false;
    await drop(item);
    onResult(item, sent.result);
  }
  return true;
}
