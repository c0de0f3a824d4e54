/** Names of offline storage. Lessons and pending answers belong to one user, build files to no one. */
export const offlineNames = {
  lessons: 'kept-lessons',
  /** Prefix of the caches with build files. */
  build: 'build-',
  pendingAnswers: 'waiting-answers',
} as const;

/** Sets the flag that this browser has offline data. Callers store data only afterwards. */
export function markOfflineData(): void {
  try {
    localStorage.setItem('kept', 'yes');
  } catch {
    // Storage is unavailable, and then caches are too.
  }
}

/** False while sign-out deletes offline data. Callers check after every write. */
export function isOfflineDataKept(): boolean {
  try {
    return localStorage.getItem('kept') === 'yes';
  } catch {
    return false;
  }
}

const isOfflineCache = (name: string): boolean => name === offlineNames.lessons || name.startsWith(offlineNames.build);

async function deleteCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await Promise.all((await caches.keys()).filter(isOfflineCache).map((name) => caches.delete(name)));
}

const deleteDatabase = (): Promise<void> =>
  new Promise((done) => {
    if (typeof indexedDB === 'undefined') return done();
    const request = indexedDB.deleteDatabase(offlineNames.pendingAnswers);
    // If blocked, the browser deletes the database once the other page closes it.
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => done());
  });

async function unregisterWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** Deletes all offline data and the service worker, on sign-out and before another user signs in. */
export async function clearOfflineData(): Promise<void> {
  try {
    // Other pages stop writing while this flag is set.
    localStorage.setItem('kept', 'going');
  } catch {
    // Storage is unavailable.
  }
  await Promise.allSettled([deleteCaches(), deleteDatabase(), unregisterWorkers()]);
  try {
    localStorage.removeItem('kept');
  } catch {
    // Storage is unavailable.
  }
}
