import { hasUserLeft, subscribeToViewer } from '../../../ui/viewer-state.ts';
import {
  type AnswerQueue,
  findReplaced,
  publishResult,
  type QueuedItem,
  sendInOrder,
  trySend,
} from './answer-queue.ts';

/** In-memory queue of a browser without stored lessons. */
let queue: readonly QueuedItem[] = [];
let lastId = 0;
let sending: Promise<boolean> | null = null;

// Empties the queue when the user changes.
subscribeToViewer(() => {
  queue = [];
});

const removeItems = (removed: readonly QueuedItem[]) =>
  queue.filter(({ id }) => !removed.some((item) => item.id === id));

async function sendQueue(): Promise<boolean> {
  try {
    return await sendInOrder({
      first: async () => {
        // Another tab may have signed in another user.
        if (hasUserLeft()) queue = [];
        return queue[0] ?? null;
      },
      send: trySend,
      drop: async (item) => {
        queue = removeItems([item]);
      },
      onResult: publishResult,
    });
  } finally {
    sending = null;
  }
}

export const pageQueue: AnswerQueue = {
  put: async (next) => {
    lastId += 1;
    queue = [...removeItems(findReplaced(queue, next)), { ...next, id: lastId }];
  },
  waiting: async () => queue,
  sendAll: () => {
    sending ??= sendQueue();
    return sending;
  },
};
