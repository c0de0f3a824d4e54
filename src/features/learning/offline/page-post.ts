import { isStayOver, onViewer } from '../../../ui/viewer-marks.ts';
import { type Post, sendOne, tell } from './post.ts';
import { neededNoMore, type Queued, sendInTurn } from './waiting.ts';

/** The queue of whoever keeps no lessons in this browser: it lasts as long as the page. */
let queue: readonly Queued[] = [];
let counted = 0;
let sending: Promise<boolean> | null = null;

// Whoever comes after them sends nothing of theirs.
onViewer(() => {
  queue = [];
});

const without = (gone: readonly Queued[]) => queue.filter(({ id }) => !gone.some((one) => one.id === id));

async function sendAll(): Promise<boolean> {
  try {
    return await sendInTurn({
      first: async () => {
        // Nor do they who signed in in another tab.
        if (isStayOver()) queue = [];
        return queue[0] ?? null;
      },
      send: sendOne,
      drop: async (one) => {
        queue = without([one]);
      },
      told: tell,
    });
  } finally {
    sending = null;
  }
}

export const pagePost: Post = {
  put: async (next) => {
    counted += 1;
    queue = [...without(neededNoMore(queue, next)), { ...next, id: counted }];
  },
  waiting: async () => queue,
  sendAll: () => {
    sending ??= sendAll();
    return sending;
  },
};
