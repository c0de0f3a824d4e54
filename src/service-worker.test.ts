import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserCaches } from '../test/browser-caches.ts';

/** The worker in a browser of ours: its caches, its network, and one build after the other. */
const origin = 'https://ours.test';
const { all, caches: fakeCaches } = browserCaches(origin);

/** What the server has: pages and files of one build, for nobody in particular or for whoever brings a cookie. */
let server: string | null = null;
let asked: string[] = [];
const pageOf = (build: string, who: string) =>
  `<html data-session="${who}"><link href="/assets/manifest-${build}.js"><script src="/assets/lesson-${build}.js">`;
async function network(input: string | URL | Request, { credentials }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, origin);
  asked.push(pathname);
  if (server === null) throw new TypeError('no line');
  if (!pathname.startsWith('/assets/')) {
    const headers = { 'content-security-policy': `of ${server}`, 'content-encoding': 'br', 'content-length': '9' };
    return new Response(pageOf(server, credentials === 'omit' ? 'out' : 'in, Kerry-Ann'), { headers });
  }
  return pathname.includes(`-${server}.`) ? new Response(`file of ${server}`) : new Response('', { status: 404 });
}

type Act = (event: Record<string, unknown>) => void;
type Worker = {
  readonly install: () => Promise<unknown>;
  readonly activate: () => Promise<unknown>;
  readonly get: (path: string, more?: object) => Promise<Response> | null;
};

let started = 0;

/** The worker of a build, as a browser runs it. */
async function workerOf(build: string): Promise<Worker> {
  const acts = new Map<string, Act>();
  const addEventListener = (name: string, act: Act) => acts.set(name, act);
  const scope = { location: new URL(origin), clients: { claim: async () => {} }, skipWaiting: async () => {} };
  vi.stubGlobal('self', { ...scope, addEventListener });
  vi.stubGlobal('__BUILD__', {
    version: build,
    files: [`/assets/manifest-${build}.js`, `/assets/lesson-${build}.js`, `/assets/look-${build}.css`],
    styles: [`/assets/look-${build}.css`],
    manifest: `manifest-${build}.js`,
  });
  // Each build is a worker of its own.
  started += 1;
  await import(/* @vite-ignore */ `./service-worker.ts?started=${started}`);
  const lasting = (name: string) => async () => {
    let work: Promise<unknown> = Promise.resolve();
    acts.get(name)?.({
      waitUntil: (given: Promise<unknown>) => {
        work = given;
      },
    });
    return work;
  };
  const get = (path: string, more: object = {}) => {
    const request = new Request(new URL(path, origin));
    for (const [name, value] of Object.entries({ mode: 'navigate', ...more }))
      Object.defineProperty(request, name, { value });
    let answer: Promise<Response> | null = null;
    acts.get('fetch')?.({
      request,
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    return answer;
  };
  return { install: lasting('install'), activate: lasting('activate'), get };
}

const standing = async (build: string) => {
  server = build;
  const worker = await workerOf(build);
  await worker.install();
  await worker.activate();
  return worker;
};
const textOf = async (answer: Promise<Response> | null) => (await answer)?.text();
const builds = () => [...all.keys()].filter((name) => name.startsWith('build-'));

/** Keeps a lesson, as the page of its course does. */
async function keep(): Promise<void> {
  const cache = await fakeCaches.open('kept-lessons');
  const lessons = [{ unit: 'paying', title: 'Paying' }];
  const course = { courseId: 'level-1', title: 'Level 1', sections: [{ title: 'Money', lessons }] };
  await cache.put('/kept/level-1', Response.json(course));
  await cache.put('/kept/level-1/paying', Response.json({ unit: 'paying' }));
}
const lesson = '/courses/level-1/lessons/paying';

beforeEach(() => {
  all.clear();
  asked = [];
  vi.stubGlobal('caches', fakeCaches);
  vi.stubGlobal('fetch', network);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a build is kept whole, as a stranger gets it, or not at all', async () => {
  await standing('a');
  const kept = await fakeCaches.open('build-a');
  expect((await kept.keys()).map(({ url }) => new URL(url).pathname).sort()).toEqual(
    ['/assets/lesson-a.js', '/assets/look-a.css', '/assets/manifest-a.js', '/kept-shell'].sort(),
  );
  expect(await (await kept.match('/kept-shell'))?.text()).toBe(pageOf('a', 'out'));

  // The server has gone on to the next build already, or goes on while the files are fetched.
  await expect((await workerOf('b')).install()).rejects.toThrow('another build');
  expect(builds()).toEqual(['build-a']);
});

test('with a line every page is the server’s, and nothing of it is kept', async () => {
  const { get } = await standing('a');
  await keep();
  const before = JSON.stringify([...all].map(([name, { entries }]) => [name, [...entries.keys()]]));
  for (const path of ['/', '/dashboard', '/trading', '/admin', lesson])
    expect(await textOf(get(path))).toBe(pageOf('a', 'in, Kerry-Ann'));
  expect(JSON.stringify([...all].map(([name, { entries }]) => [name, [...entries.keys()]]))).toBe(before);
  expect(get('/api/rpc/trading/list', { method: 'POST' })).toBeNull();
  expect(get('/api/transactions.csv')).toBeNull();
});

test('without a line a kept lesson opens in the application, and all else says that there is none', async () => {
  const { get } = await standing('a');
  await keep();
  server = null;
  const opened = await get(lesson);
  expect(opened?.status).toBe(200);
  expect(Object.fromEntries(opened?.headers ?? [])).toEqual({
    'content-security-policy': 'of a',
    'content-type': 'text/plain;charset=UTF-8',
  });
  expect(await opened?.text()).toBe(pageOf('a', 'in'));
  expect(await textOf(get('/assets/lesson-a.js', { mode: 'cors' }))).toBe('file of a');
  for (const path of ['/', '/dashboard', '/courses/level-1', '/courses/level-1/lessons/another']) {
    const told = await get(path);
    expect([path, told?.status]).toEqual([path, 503]);
    expect(told?.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; /);
    expect(await told?.text()).toContain(`href="${lesson}">Paying</a>`);
  }
});

test('a picture is the server’s, and without a line that of a kept lesson', async () => {
  const { get } = await standing('a');
  const file = '01a2b3c4-0000-7000-8000-0123456789ab';
  const path = `/api/lesson-pictures/${file}`;
  await (await fakeCaches.open('kept-lessons')).put(`/kept/level-1/paying/${file}`, new Response('kept picture'));
  expect(await textOf(get(path, { mode: 'no-cors' }))).toContain('Kerry-Ann');
  server = null;
  expect(await textOf(get(path, { mode: 'no-cors' }))).toBe('kept picture');
  await expect(get(path.replace('01a2', 'ffff'), { mode: 'no-cors' })).rejects.toThrow('no line');
  expect(all.get('kept-lessons')?.entries.size).toBe(1);
});

test('a line that carries nothing is not waited for without end where a lesson is kept', async () => {
  const { get } = await standing('a');
  await keep();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const opened = textOf(get(lesson));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await opened).toBe(pageOf('a', 'in'));
});

test('a server that is down is no line either', async () => {
  const { get } = await standing('a');
  await keep();
  vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
  expect(await textOf(get(lesson))).toBe(pageOf('a', 'in'));
  expect(await textOf(get('/dashboard'))).toBe('Bad gateway');
});

test('a new build replaces the old: each page asks for files of its own build, and finds them', async () => {
  const old = await standing('a');
  await keep();
  const next = await standing('b');
  server = null;
  expect(await textOf(next.get(lesson))).toBe(pageOf('b', 'in'));
  expect(await textOf(next.get('/assets/lesson-b.js', { mode: 'cors' }))).toBe('file of b');
  // A page of before that is still open.
  expect(await textOf(next.get('/assets/lesson-a.js', { mode: 'cors' }))).toBe('file of a');
  expect(await textOf(old.get(lesson))).toBe(pageOf('a', 'in'));
  // The one before that is gone, and kept lessons stay.
  await standing('c');
  expect(builds()).toEqual(['build-b', 'build-c']);
  expect(all.has('kept-lessons')).toBe(true);
});

test('a build whose files do not all come leaves the one before it in its place', async () => {
  const old = await standing('a');
  await keep();
  server = 'b';
  vi.stubGlobal('fetch', async (...given: Parameters<typeof network>) =>
    String(given[0]).includes('look-b') ? new Response('', { status: 500 }) : network(...given),
  );
  await expect((await workerOf('b')).install()).rejects.toThrow('not all came');
  server = null;
  expect(await textOf(old.get(lesson))).toBe(pageOf('a', 'in'));
});
