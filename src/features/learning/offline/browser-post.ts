import { call } from '../../../ui/client.ts';
import { forgetKept } from '../../../ui/forget-kept.ts';
import { isStayOver, onViewer } from '../../../ui/viewer-marks.ts';
import { dropLessons } from './cached.ts';
import { type Post, sendOne, tell } from './post.ts';
import { emptyQueue, firstWaiting, noteOwner, ownerKept, putIn, takeOut, waitingNow } from './queue.ts';
import { sendInTurn } from './waiting.ts';

/** Who is signed in, as far as a browser needs to know them again: a digest of their id. */
async function whoNow(): Promise<string> {
  const { id } = await call.accounts.viewer();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asked once for each that is signed in on this page. */
let known: Promise<boolean> | null = null;
onViewer(() => {
  known = null;
});

async function judged(): Promise<boolean> {
  const [now, owner] = await Promise.all([whoNow(), ownerKept()]);
  if (owner === now) return true;
  // Somebody else signed in here: nothing of the one before them is left, read or sent.
  if (owner !== null) await forgetKept();
  return false;
}

/** Whether what this browser keeps is of whoever is signed in. Of anybody else it is deleted. */
export function isOwn(): Promise<boolean> {
  // In another tab somebody signed in since: who that is has to be asked again.
  if (isStayOver()) known = null;
  known ??= judged();
  known.catch(() => {
    known = null;
  });
  return known;
}

/** Has this browser keep for whoever is signed in. What it kept of somebody else, or of nobody any more, goes first. */
export async function keepForOwn(): Promise<void> {
  if (!(await isOwn())) await Promise.all([dropLessons(), emptyQueue()]);
  await noteOwner(await whoNow());
  known = Promise.resolve(true);
}

const line = { first: firstWaiting, send: sendOne, drop: takeOut, told: tell };

/** One page at a time sends: of two that are open the other finds what this one left. */
const alone = (act: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request('waiting-answers', act) : act();

async function sendAll(): Promise<boolean> {
  try {
    return (await firstWaiting()) === null || (await alone(async () => (await isOwn()) && (await sendInTurn(line))));
  } catch {
    // No line, no session, or the browser closed its database: what waits is still there.
    return false;
  } finally {
    sending = null;
  }
}
let sending: Promise<boolean> | null = null;

/** The queue of whoever keeps lessons in this browser: it outlives the page. */
export const browserPost: Post = {
  put: putIn,
  waiting: waitingNow,
  sendAll: () => {
    sending ??= sendAll();
    return sending;
  },
};
