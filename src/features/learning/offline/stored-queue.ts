import { call } from '../../../ui/client.ts';
import { clearOfflineData, offlineNames } from '../../../ui/offline-storage.ts';
import { hasUserLeft, subscribeToViewer } from '../../../ui/viewer-state.ts';
import {
  type AnswerQueue,
  findReplaced,
  publishResult,
  type QueuedItem,
  type QueueItem,
  sendInOrder,
  trySend,
} from './answer-queue.ts';
import { deleteLessons } from './lesson-cache.ts';

/** Stores the queue and its owner in IndexedDB, across page loads. */

const [queue, about] = ['queue', 'about'] as const;

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(offlineNames.pendingAnswers, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(queue, { keyPath: 'id', autoIncrement: true });
      request.result.createObjectStore(about);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens and closes the database for each operation, so that it can be deleted at any time. */
async function withStores<T>(
  mode: IDBTransactionMode,
  fn: (stores: { queue: IDBObjectStore; about: IDBObjectStore }) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const change = database.transaction([queue, about], mode);
      const request = fn({ queue: change.objectStore(queue), about: change.objectStore(about) });
      change.oncomplete = () => resolve(request.result);
      change.onabort = () => reject(change.error);
    });
  } finally {
    database.close();
  }
}

export const listQueue = (): Promise<QueuedItem[]> => withStores('readonly', ({ queue: store }) => store.getAll());

const findFirst = async (): Promise<QueuedItem | null> =>
  (await withStores('readonly', ({ queue: store }) => store.getAll(null, 1)))[0] ?? null;

const removeItem = ({ id }: QueuedItem): Promise<undefined> =>
  withStores('readwrite', ({ queue: store }) => store.delete(id) as IDBRequest<undefined>);

const clearQueue = (): Promise<undefined> =>
  withStores('readwrite', ({ queue: store }) => store.clear() as IDBRequest<undefined>);

const addItem = (next: QueueItem): Promise<unknown> =>
  withStores('readwrite', ({ queue: store }) => {
    const request: IDBRequest<QueuedItem[]> = store.getAll();
    request.onsuccess = () => {
      for (const { id } of findReplaced(request.result, next)) store.delete(id);
      store.add(next);
    };
    return request;
  });

const findOwner = async (): Promise<string | null> =>
  (await withStores<string | undefined>('readonly', ({ about: aboutStore }) => aboutStore.get('owner'))) ?? null;
const storeOwner = (owner: string): Promise<unknown> =>
  withStores('readwrite', ({ about: aboutStore }) => aboutStore.put(owner, 'owner'));

/** Returns a digest of the user id, so that the browser does not store the id. */
async function loadViewerDigest(): Promise<string> {
  const { id } = await call.accounts.viewer();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Cached until the user changes. */
let ownerCheck: Promise<boolean> | null = null;
subscribeToViewer(() => {
  ownerCheck = null;
});

async function checkOwner(): Promise<boolean> {
  const [current, owner] = await Promise.all([loadViewerDigest(), findOwner()]);
  if (owner === current) return true;
  // Deletes data of the previous user.
  if (owner !== null) await clearOfflineData();
  return false;
}

/** True if the stored data belongs to the signed-in user. Deletes another user's data. */
export function isOwnedByViewer(): Promise<boolean> {
  // Another tab may have signed in another user.
  if (hasUserLeft()) ownerCheck = null;
  ownerCheck ??= checkOwner();
  ownerCheck.catch(() => {
    ownerCheck = null;
  });
  return ownerCheck;
}

/** Makes the signed-in user the owner of the storage. Deletes another owner's data first. */
export async function claimForViewer(): Promise<void> {
  if (!(await isOwnedByViewer())) await Promise.all([deleteLessons(), clearQueue()]);
  await storeOwner(await loadViewerDigest());
  ownerCheck = Promise.resolve(true);
}

const sender = { first: findFirst, send: trySend, drop: removeItem, onResult: publishResult };

const withLock = (fn: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request('waiting-answers', fn) : fn();

async function sendQueue(): Promise<boolean> {
  try {
    return (
      (await findFirst()) === null ||
      (await withLock(async () => (await isOwnedByViewer()) && (await sendInOrder(sender))))
    );
  } catch {
    // Keeps the queue while offline, signed out, or when the database was closed.
    return false;
  } finally {
    sending = null;
  }
}
let sending: Promise<boolean> | null = null;

/** Persistent queue of a browser with stored lessons. */
export const storedQueue: AnswerQueue = {
  put: addItem,
  waiting: listQueue,
  sendAll: () => {
    sending ??= sendQueue();
    return sending;
  },
};
