import { call } from '../../../ui/client.ts';
import { type ErrorMessage, errorMessage, isUnanswered } from '../../../ui/error-message.ts';
import type { Graded } from '../grading.ts';

export type SendResult =
  | { readonly graded: Graded }
  | { readonly finished: true }
  | { readonly refused: ErrorMessage }
  /** A stored reading position. */
  | null;

/** Queue of a learner's answers, finished lessons and reading positions, sent in order. */
export type AnswerQueue = {
  readonly put: (next: QueueItem) => Promise<unknown>;
  readonly waiting: () => Promise<readonly QueuedItem[]>;
  readonly sendAll: () => Promise<boolean>;
};

/** True for errors about the item, which is then dropped. After other errors the item stays queued. */
const concernsItem = (code: string | undefined): boolean =>
  code !== undefined && (code.startsWith('learning.') || code === 'BAD_REQUEST');

async function sendItem({ courseId, unit, ...item }: QueuedItem): Promise<SendResult> {
  const lesson = { courseId, unit };
  if (item.kind === 'answer') {
    const { check, chosen, key } = item;
    return { graded: await call.learning.answer({ ...lesson, check, chosen: [...chosen], key }) };
  }
  if (item.kind === 'finish') {
    await call.learning.finish(lesson);
    return { finished: true };
  }
  await call.learning.savePlace({ ...lesson, block: item.block });
  return null;
}

export async function trySend(item: QueuedItem): Promise<SendOutcome<SendResult>> {
  try {
    return { result: await sendItem(item) };
  } catch (error) {
    const message = errorMessage(error);
    return isUnanswered(error) || !concernsItem(message.code) ? 'unclear' : { result: { refused: message } };
  }
}

type Listener = (item: QueuedItem, result: SendResult) => void;
const listeners = new Set<Listener>();

export function subscribeToResults(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function publishResult(item: QueuedItem, result: SendResult): void {
  for (const listener of listeners) listener(item, result);
}

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
