import { call } from '../../../ui/client.ts';
import { isUnanswered, type RefusalWords, refusalWords } from '../../../ui/refusal-words.ts';
import type { Graded } from '../grading.ts';
import type { Queued, Sent, Waiting } from './waiting.ts';

/** What the server said to one of the queue. */
export type Told =
  | { readonly graded: Graded }
  | { readonly finished: true }
  | { readonly refused: RefusalWords }
  | null;

/** Takes what is done in lessons, and sends it in its turn once there is a line. */
export type Post = {
  readonly put: (next: Waiting) => Promise<unknown>;
  readonly waiting: () => Promise<readonly Queued[]>;
  /** Whether all is sent. */
  readonly sendAll: () => Promise<boolean>;
};

/** Whatever stands in the way of all, such as a session that is over or too much at once, leaves it waiting. */
const isOfThisOne = (code: string | undefined): boolean =>
  code !== undefined && (code.startsWith('learning.') || code === 'BAD_REQUEST');

async function done({ courseId, unit, ...one }: Queued): Promise<Told> {
  const lesson = { courseId, unit };
  if (one.kind === 'answer') {
    const { check, chosen, key } = one;
    return { graded: await call.learning.answer({ ...lesson, check, chosen: [...chosen], key }) };
  }
  if (one.kind === 'finish') {
    await call.learning.finish(lesson);
    return { finished: true };
  }
  await call.learning.keepPlace({ ...lesson, block: one.block });
  return null;
}

/** Sends one of the queue to the server. */
export async function sendOne(one: Queued): Promise<Sent<Told>> {
  try {
    return { told: await done(one) };
  } catch (error) {
    const words = refusalWords(error);
    return isUnanswered(error) || !isOfThisOne(words.code) ? 'unclear' : { told: { refused: words } };
  }
}

type Listener = (one: Queued, told: Told) => void;
const listeners = new Set<Listener>();

/** Calls back with what the server said to each. Returns how to stop. */
export function onTold(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tell(one: Queued, told: Told): void {
  for (const listener of listeners) listener(one, told);
}
