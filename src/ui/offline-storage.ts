/** Offline data of this browser. Lessons and pending answers belong to one person; build files are shared. */
export const offlineNames = {
  lessons: 'kept-lessons',
  /** Prefix of the build caches. */
  build: 'build-',
  pendingAnswers: 'waiting-answers',
} as const;

/** Call before storing anything offline. */
export function markOfflineData(): void {
  try {
    localStorage.setItem('kept', 'yes');
  } catch {
    // Storage is closed, and so are caches.
  }
}

/** False while data is being deleted: check after every write. */
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
    // Blocked: the database goes once the other page closes it.
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => done());
  });

async function unregisterWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** Deletes all offline data and the service worker: on sign-out and before another person signs in. */
export async function clearOfflineData(): Promise<void> {
  try {
    // Set first, so that other pages stop writing; removed last.
    localStorage.setItem('kept', 'going');
  } catch {
    // Storage is closed.
  }
  await Promise.allSettled([deleteCaches(), deleteDatabase(), unregisterWorkers()]);
  try {
    localStorage.removeItem('kept');
  } catch {
    // Storage is closed.
  }
}
