import { offlineNames } from '../../../ui/offline-storage.ts';
import { findReplaced, type QueuedItem, type QueueItem } from './answer-queue.ts';

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

export const findFirst = async (): Promise<QueuedItem | null> =>
  (await withStores('readonly', ({ queue: store }) => store.getAll(null, 1)))[0] ?? null;

export const removeItem = ({ id }: QueuedItem): Promise<undefined> =>
  withStores('readwrite', ({ queue: store }) => store.delete(id) as IDBRequest<undefined>);

export const clearQueue = (): Promise<undefined> =>
  withStores('readwrite', ({ queue: store }) => store.clear() as IDBRequest<undefined>);

export const addItem = (next: QueueItem): Promise<unknown> =>
  withStores('readwrite', ({ queue: store }) => {
    const request: IDBRequest<QueuedItem[]> = store.getAll();
    request.onsuccess = () => {
      for (const { id } of findReplaced(request.result, next)) store.delete(id);
      store.add(next);
    };
    return request;
  });

export const findOwner = async (): Promise<string | null> =>
  (await withStores<string | undefined>('readonly', ({ about: aboutStore }) => aboutStore.get('owner'))) ?? null;
export const storeOwner = (owner: string): Promise<unknown> =>
  withStores('readwrite', ({ about: aboutStore }) => aboutStore.put(owner, 'owner'));
