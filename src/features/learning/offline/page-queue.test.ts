import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserStorage } from '../../../../test/browser-caches.ts';
import { setViewer, watchViewer } from '../../../ui/viewer-state.ts';
import { pageQueue } from './page-queue.ts';

const sent: string[] = [];
let storage = createBrowserStorage();
const session = { session: 'in', staff: 'no' } as const;

beforeEach(() => {
  sent.length = 0;
  storage = createBrowserStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { documentElement: { dataset: { ...session } } });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { origin: 'https://ours.test' });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(new URL(request.url).pathname);
    return Response.json({ json: null });
  });
  watchViewer();
});
afterEach(() => vi.unstubAllGlobals());
const queuePlace = () => pageQueue.put({ kind: 'place', block: 3, key: 'a', courseId: 'small', unit: 'first' });

test('queued items are sent after reconnecting', async () => {
  await queuePlace();
  expect(await pageQueue.sendAll()).toBe(true);
  expect(sent).toEqual(['/api/rpc/learning/keepPlace']);
});

test('queued items are dropped when another person signs in, here or in another tab', async () => {
  await queuePlace();
  setViewer({ session: 'out', staff: 'no' });
  setViewer(session);
  await pageQueue.sendAll();
  await queuePlace();
  storage.setItem('viewer', JSON.stringify({ ...session, stay: 'of another' }));
  await pageQueue.sendAll();
  expect([sent, await pageQueue.waiting()]).toEqual([[], []]);
});
