import { keptNames } from '../../../ui/forget-kept.ts';
import { neededNoMore, type Queued, type Waiting } from './waiting.ts';

/** The queue in this browser's own database, where it outlives the page; and of whom it and the kept lessons are. */

const [queue, about] = ['queue', 'about'] as const;

const opened = (): Promise<IDBDatabase> =>
  new Promise((done, fail) => {
    const asked = indexedDB.open(keptNames.waiting, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(queue, { keyPath: 'id', autoIncrement: true });
      asked.result.createObjectStore(about);
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });

/** Opened for one act and closed after it, so that nothing stands in the way of whoever deletes it. */
async function within<T>(
  mode: IDBTransactionMode,
  act: (stores: { queue: IDBObjectStore; about: IDBObjectStore }) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((done, fail) => {
      const change = database.transaction([queue, about], mode);
      const asked = act({ queue: change.objectStore(queue), about: change.objectStore(about) });
      change.oncomplete = () => done(asked.result);
      change.onabort = () => fail(change.error);
    });
  } finally {
    database.close();
  }
}

/** All that waits, the oldest first. */
export const waitingNow = (): Promise<Queued[]> => within('readonly', ({ queue: all }) => all.getAll());

export const firstWaiting = async (): Promise<Queued | null> =>
  (await within('readonly', ({ queue: all }) => all.getAll(null, 1)))[0] ?? null;

export const takeOut = ({ id }: Queued): Promise<undefined> =>
  within('readwrite', ({ queue: all }) => all.delete(id) as IDBRequest<undefined>);

export const emptyQueue = (): Promise<undefined> =>
  within('readwrite', ({ queue: all }) => all.clear() as IDBRequest<undefined>);

/** Puts one at the end; what it makes needless goes in the same moment. */
export const putIn = (next: Waiting): Promise<unknown> =>
  within('readwrite', ({ queue: all }) => {
    const asked: IDBRequest<Queued[]> = all.getAll();
    asked.onsuccess = () => {
      for (const { id } of neededNoMore(asked.result, next)) all.delete(id);
      all.add(next);
    };
    return asked;
  });

/** Whose it is: a digest of their id; null where it was never said. */
export const ownerKept = async (): Promise<string | null> =>
  (await within<string | undefined>('readonly', ({ about: facts }) => facts.get('owner'))) ?? null;
export const noteOwner = (owner: string): Promise<unknown> =>
  within('readwrite', ({ about: facts }) => facts.put(owner, 'owner'));
