import { isAnythingKept } from '../../../ui/kept.ts';
import { viewer } from '../../../ui/viewer-marks.ts';
import { browserPost, isOwn } from './browser-post.ts';
import { dropLessons } from './cached.ts';
import { startWorker } from './start-worker.ts';

/**
 * Without a line every link loads its page: the worker answers it, where the application would wait for code that
 * cannot come.
 */
function leaveToWorker(event: Event): void {
  const { target } = event;
  if (navigator.onLine || !navigator.serviceWorker?.controller) return;
  if (target instanceof Element && target.closest('a[href]')) event.stopPropagation();
}

/**
 * Looks after what this browser keeps, whenever a page of the application begins, the line comes back or somebody
 * signs in: what waits is sent, and what is somebody else's is deleted. Where a session is over nothing can be read
 * any more; what they had not sent yet waits for them to sign in again.
 */
export async function tendKept(): Promise<void> {
  addEventListener('click', leaveToWorker, { capture: true });
  if (!navigator.onLine) return;
  // Where it was installed it opens without a line too; elsewhere the worker comes with the first kept course.
  if (matchMedia('(display-mode: standalone)').matches) await startWorker();
  if (!isAnythingKept()) return;
  if (viewer().session === 'out') return void (await dropLessons());
  if (await isOwn()) await browserPost.sendAll();
}
