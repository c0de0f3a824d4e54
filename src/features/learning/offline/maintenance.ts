import { getViewer, hasOfflineData } from '../../../ui/viewer-state.ts';
import { deleteLessons, startWorker } from './lesson-cache.ts';
import { isOwnedByViewer, storedQueue } from './stored-queue.ts';

/** Offline, a link loads a whole page: the service worker has the pages, but not every script. */
function reloadLinkWhenOffline(event: Event): void {
  const { target } = event;
  if (navigator.onLine || !navigator.serviceWorker?.controller) return;
  if (target instanceof Element && target.closest('a[href]')) event.stopPropagation();
}

/** Sends the queue and deletes another user's data. After the session, deletes lessons but keeps unsent answers. */
export async function maintainOfflineData(): Promise<void> {
  addEventListener('click', reloadLinkWhenOffline, { capture: true });
  if (!navigator.onLine) return;
  // An installed app must open offline. In a browser tab, the worker starts with the first stored course.
  if (matchMedia('(display-mode: standalone)').matches) await startWorker();
  if (!hasOfflineData()) return;
  if (getViewer().session === 'out') return void (await deleteLessons());
  if (await isOwnedByViewer()) await storedQueue.sendAll();
}
