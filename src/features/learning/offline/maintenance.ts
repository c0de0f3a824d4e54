import { hasOfflineData } from '../../../ui/offline-flag.ts';
import { getViewer } from '../../../ui/viewer-state.ts';
import { deleteLessons } from './lesson-cache.ts';
import { startWorker } from './start-worker.ts';
import { isOwnedByViewer, storedQueue } from './stored-queue.ts';

/** Offline, every link loads its page: the worker serves it, because the app would wait for missing code. */
function leaveToWorker(event: Event): void {
  const { target } = event;
  if (navigator.onLine || !navigator.serviceWorker?.controller) return;
  if (target instanceof Element && target.closest('a[href]')) event.stopPropagation();
}

/**
 * Runs at page start, on reconnect and on sign-in. It sends the queue and deletes data of another person.
 * After the session ends, lessons are deleted and unsent answers wait for the next sign-in.
 */
export async function maintainOfflineData(): Promise<void> {
  addEventListener('click', leaveToWorker, { capture: true });
  if (!navigator.onLine) return;
  // An installed app opens offline too. Elsewhere the worker starts with the first stored course.
  if (matchMedia('(display-mode: standalone)').matches) await startWorker();
  if (!hasOfflineData()) return;
  if (getViewer().session === 'out') return void (await deleteLessons());
  if (await isOwnedByViewer()) await storedQueue.sendAll();
}
