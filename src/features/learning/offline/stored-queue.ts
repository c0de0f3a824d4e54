import { call } from '../../../ui/client.ts';
import { clearOfflineData } from '../../../ui/offline-storage.ts';
import { hasUserLeft, subscribeToViewer } from '../../../ui/viewer-state.ts';
import { type AnswerQueue, publishResult, trySend } from './answer-queue.ts';
import { deleteLessons } from './lesson-cache.ts';
import { addItem, clearQueue, findFirst, findOwner, listQueue, removeItem, storeOwner } from './queue-store.ts';
import { sendInOrder } from './send-queue.ts';

/** A digest, so that the browser stores no id. */
async function loadViewerDigest(): Promise<string> {
  const { id } = await call.accounts.viewer();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Checked once per signed-in person on this page. */
let ownerCheck: Promise<boolean> | null = null;
subscribeToViewer(() => {
  ownerCheck = null;
});

async function checkOwner(): Promise<boolean> {
  const [current, owner] = await Promise.all([loadViewerDigest(), findOwner()]);
  if (owner === current) return true;
  // Another person signed in: data of the previous one is deleted, never read or sent.
  if (owner !== null) await clearOfflineData();
  return false;
}

/** Returns false and deletes the stored data if it belongs to another person. */
export function isOwnedByViewer(): Promise<boolean> {
  // Another tab may have signed in another person.
  if (hasUserLeft()) ownerCheck = null;
  ownerCheck ??= checkOwner();
  ownerCheck.catch(() => {
    ownerCheck = null;
  });
  return ownerCheck;
}

/** Starts storing for the signed-in person. Data of another owner is deleted first. */
export async function claimForViewer(): Promise<void> {
  if (!(await isOwnedByViewer())) await Promise.all([deleteLessons(), clearQueue()]);
  await storeOwner(await loadViewerDigest());
  ownerCheck = Promise.resolve(true);
}

const sender = { first: findFirst, send: trySend, drop: removeItem, onResult: publishResult };

/** Only one page sends at a time. */
const withLock = (fn: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request('waiting-answers', fn) : fn();

async function sendQueue(): Promise<boolean> {
  try {
    return (
      (await findFirst()) === null ||
      (await withLock(async () => (await isOwnedByViewer()) && (await sendInOrder(sender))))
    );
  } catch {
    // Offline, signed out, or the database was closed: the queue stays.
    return false;
  } finally {
    sending = null;
  }
}
let sending: Promise<boolean> | null = null;

/** The queue of a browser with offline lessons. It outlives the page. */
export const storedQueue: AnswerQueue = {
  put: addItem,
  waiting: listQueue,
  sendAll: () => {
    sending ??= sendQueue();
    return sending;
  },
};
