import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../../test/browser-caches.ts';
import { followViewer, setViewer } from '../../../ui/viewer-marks.ts';
import { pagePost } from './page-post.ts';

/** Answers that wait on a page for a line, and who is signed in when it comes back. */
const sent: string[] = [];
let storage = browserStorage();
const somebody = { session: 'in', staff: 'no' } as const;

beforeEach(() => {
  sent.length = 0;
  storage = browserStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { documentElement: { dataset: { ...somebody } } });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { origin: 'https://ours.test' });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(new URL(request.url).pathname);
    return Response.json({ json: null });
  });
  followViewer();
});
afterEach(() => vi.unstubAllGlobals());
const place = () => pagePost.put({ kind: 'place', block: 3, key: 'a', courseId: 'small', unit: 'first' });

test('what waits on a page is sent when the line is back', async () => {
  await place();
  expect(await pagePost.sendAll()).toBe(true);
  expect(sent).toEqual(['/api/rpc/learning/keepPlace']);
});

test('nothing of it is sent as whoever signed in meanwhile, on this page or in another tab', async () => {
  await place();
  setViewer({ session: 'out', staff: 'no' });
  setViewer(somebody);
  await pagePost.sendAll();
  await place();
  storage.setItem('viewer', JSON.stringify({ ...somebody, stay: 'of another' }));
  await pagePost.sendAll();
  expect([sent, await pagePost.waiting()]).toEqual([[], []]);
});
