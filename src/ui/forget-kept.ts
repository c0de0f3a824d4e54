/**
 * What this browser keeps for reading without a line, by its names, and how it goes. Kept lessons and what waits to be
 * sent are of one person; the files of a build are everybody's. Pages load this once there is something (kept.ts).
 */
export const keptNames = {
  /** The cache of kept lessons. */
  lessons: 'kept-lessons',
  /** What the caches of builds begin with. */
  build: 'build-',
  /** The database of what waits to be sent, and of whom it is. */
  waiting: 'waiting-answers',
} as const;

/** To be said before anything is kept. */
export function noteKept(): void {
  try {
    localStorage.setItem('kept', 'yes');
  } catch {
    // Storage is closed, then so are cache and database.
  }
}

/** Whether it is kept and nobody is deleting it: to be asked behind whatever was written. */
export function keepsStill(): boolean {
  try {
    return localStorage.getItem('kept') === 'yes';
  } catch {
    return false;
  }
}

const isOurs = (name: string): boolean => name === keptNames.lessons || name.startsWith(keptNames.build);

async function emptyCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await Promise.all((await caches.keys()).filter(isOurs).map((name) => caches.delete(name)));
}

const dropDatabase = (): Promise<void> =>
  new Promise((done) => {
    if (typeof indexedDB === 'undefined') return done();
    const asked = indexedDB.deleteDatabase(keptNames.waiting);
    // Blocked: it goes as soon as the other page lets go of it, which each does at once.
    for (const end of ['success', 'error', 'blocked']) asked.addEventListener(end, () => done());
  });

async function dismissWorker(): Promise<void> {
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(all.map((one) => one.unregister()));
}

/** Deletes all of it, with the worker that serves it: for whoever signs out, and before another person comes in. */
export async function forgetKept(): Promise<void> {
  try {
    // First of all, for pages that are still writing; and not gone before the rest is.
    localStorage.setItem('kept', 'going');
  } catch {
    // Storage is closed, so nobody writes.
  }
  await Promise.allSettled([emptyCaches(), dropDatabase(), dismissWorker()]);
  try {
    localStorage.removeItem('kept');
  } catch {
    // Storage is closed, so nothing stood there.
  }
}
