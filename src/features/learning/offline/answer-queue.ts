import { call } from '../../../ui/client.ts';
import { type ErrorMessage, errorMessage, isUnanswered } from '../../../ui/error-message.ts';
import type { Graded } from '../grading.ts';
import type { QueuedItem, QueueItem, SendOutcome } from './send-queue.ts';

export type SendResult =
  | { readonly graded: Graded }
  | { readonly finished: true }
  | { readonly refused: ErrorMessage }
  /** A stored reading position. */
  | null;

/** Queue of a learner's answers, finished lessons and reading positions (`send-queue.ts`), sent in order. */
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
  await call.learning.keepPlace({ ...lesson, block: item.block });
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
