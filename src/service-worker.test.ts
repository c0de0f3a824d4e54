import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserCaches } from '../test/browser-caches.ts';

const origin = 'https://ours.test';
const { all: cachesByName, caches: fakeCaches } = createBrowserCaches(origin);

/** Build that the fake server has. Null while the server is down. */
let server: string | null = null;
let requestedPaths: string[] = [];
const renderPage = (build: string, audience: string) =>
  `<html data-session="${audience}"><link href="/assets/manifest-${build}.js">` +
  `<script src="/assets/lesson-${build}.js">`;
async function network(input: string | URL | Request, { credentials }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, origin);
  requestedPaths.push(pathname);
  if (server === null) throw new TypeError('offline');
  if (!pathname.startsWith('/assets/')) {
    const headers = { 'content-security-policy': `of ${server}`, 'content-encoding': 'br', 'content-length': '9' };
    return new Response(renderPage(server, credentials === 'omit' ? 'out' : 'in, Kerry-Ann'), { headers });
  }
  return pathname.includes(`-${server}.`) ? new Response(`file of ${server}`) : new Response('', { status: 404 });
}

type Handler = (event: Record<string, unknown>) => void;
type Worker = {
  readonly install: () => Promise<unknown>;
  readonly activate: () => Promise<unknown>;
  readonly get: (path: string, headers?: object) => Promise<Response> | null;
};

let started = 0;

async function createWorker(build: string): Promise<Worker> {
  const handlers = new Map<string, Handler>();
  const addEventListener = (name: string, handler: Handler) => handlers.set(name, handler);
  const scope = { location: new URL(origin), clients: { claim: async () => {} }, skipWaiting: async () => {} };
  vi.stubGlobal('self', { ...scope, addEventListener });
  vi.stubGlobal('__BUILD__', {
    version: build,
    files: [`/assets/manifest-${build}.js`, `/assets/lesson-${build}.js`, `/assets/look-${build}.css`],
    styles: [`/assets/look-${build}.css`],
    manifest: `manifest-${build}.js`,
  });
  started += 1;
  await import(/* @vite-ignore */ `./service-worker.ts?started=${started}`);
  const waitUntilDone = (name: string) => async () => {
    let promise: Promise<unknown> = Promise.resolve();
    handlers.get(name)?.({
      waitUntil: (args: Promise<unknown>) => {
        promise = args;
      },
    });
    return promise;
  };
  const get = (path: string, headers: object = {}) => {
    const request = new Request(new URL(path, origin));
    for (const [name, value] of Object.entries({ mode: 'navigate', ...headers }))
      Object.defineProperty(request, name, { value });
    let answer: Promise<Response> | null = null;
    handlers.get('fetch')?.({
      request,
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    return answer;
  };
  return { install: waitUntilDone('install'), activate: waitUntilDone('activate'), get };
}

const installBuild = async (build: string) => {
  server = build;
  const worker = await createWorker(build);
  await worker.install();
  await worker.activate();
  return worker;
};
const readText = async (answer: Promise<Response> | null) => (await answer)?.text();
const builds = () => [...cachesByName.keys()].filter((name) => name.startsWith('build-'));

async function storeLesson(): Promise<void> {
  const cache = await fakeCaches.open('kept-lessons');
  const lessons = [{ unit: 'paying', title: 'Paying' }];
  const course = { courseId: 'level-1', title: 'Level 1', sections: [{ title: 'Money', lessons }] };
  await cache.put('/kept/level-1', Response.json(course));
  await cache.put('/kept/level-1/paying', Response.json({ unit: 'paying' }));
}
const lesson = '/courses/level-1/lessons/paying';

beforeEach(() => {
  cachesByName.clear();
  requestedPaths = [];
  vi.stubGlobal('caches', fakeCaches);
  vi.stubGlobal('fetch', network);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a build is cached completely, as an anonymous visitor gets it, or not at all', async () => {
  await installBuild('a');
  const cached = await fakeCaches.open('build-a');
  expect((await cached.keys()).map(({ url }) => new URL(url).pathname).sort()).toEqual(
    ['/assets/lesson-a.js', '/assets/look-a.css', '/assets/manifest-a.js', '/kept-shell'].sort(),
  );
  expect(await (await cached.match('/kept-shell'))?.text()).toBe(renderPage('a', 'out'));

  // The server already has the next build, or gets it during the download.
  await expect((await createWorker('b')).install()).rejects.toThrow('another build');
  expect(builds()).toEqual(['build-a']);
});

test('pages come from the server when online, and none is cached', async () => {
  const { get } = await installBuild('a');
  await storeLesson();
  const before = JSON.stringify([...cachesByName].map(([name, { entries }]) => [name, [...entries.keys()]]));
  for (const path of ['/', '/dashboard', '/trading', '/admin', lesson])
    expect(await readText(get(path))).toBe(renderPage('a', 'in, Kerry-Ann'));
  expect(JSON.stringify([...cachesByName].map(([name, { entries }]) => [name, [...entries.keys()]]))).toBe(before);
  expect(get('/api/rpc/trading/list', { method: 'POST' })).toBeNull();
  expect(get('/api/transactions.csv')).toBeNull();
});

test('a saved lesson opens offline, and every other page says that there is no connection', async () => {
  const { get } = await installBuild('a');
  await storeLesson();
  server = null;
  const response = await get(lesson);
  expect(response?.status).toBe(200);
  expect(Object.fromEntries(response?.headers ?? [])).toEqual({
    'content-security-policy': 'of a',
    'content-type': 'text/plain;charset=UTF-8',
  });
  expect(await response?.text()).toBe(renderPage('a', 'in'));
  expect(await readText(get('/assets/lesson-a.js', { mode: 'cors' }))).toBe('file of a');
  for (const path of ['/', '/dashboard', '/courses/level-1', '/courses/level-1/lessons/another']) {
    const response = await get(path);
    expect([path, response?.status]).toEqual([path, 503]);
    expect(response?.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; /,
    );
    expect(await response?.text()).toContain(`href="${lesson}">Paying</a>`);
  }
});

test('a picture comes from the server, or offline from a saved lesson', async () => {
  const { get } = await installBuild('a');
  const file = '01a2b3c4-0000-7000-8000-0123456789ab';
  const path = `/api/lesson-pictures/${file}`;
  await (await fakeCaches.open('kept-lessons')).put(`/kept/level-1/paying/${file}`, new Response('kept picture'));
  expect(await readText(get(path, { mode: 'no-cors' }))).toContain('Kerry-Ann');
  server = null;
  expect(await readText(get(path, { mode: 'no-cors' }))).toBe('kept picture');
  await expect(get(path.replace('01a2', 'ffff'), { mode: 'no-cors' })).rejects.toThrow('offline');
  expect(cachesByName.get('kept-lessons')?.entries.size).toBe(1);
});

test('a connection without data is not awaited forever when the lesson is saved', async () => {
  const { get } = await installBuild('a');
  await storeLesson();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const response = readText(get(lesson));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await response).toBe(renderPage('a', 'in'));
});

test('a server that is down counts as offline', async () => {
  const { get } = await installBuild('a');
  await storeLesson();
  vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
  expect(await readText(get(lesson))).toBe(renderPage('a', 'in'));
  expect(await readText(get('/dashboard'))).toBe('Bad gateway');
});

test('a new build replaces the old one, and pages find the files of their own build', async () => {
  const oldWorker = await installBuild('a');
  await storeLesson();
  const newWorker = await installBuild('b');
  server = null;
  expect(await readText(newWorker.get(lesson))).toBe(renderPage('b', 'in'));
  expect(await readText(newWorker.get('/assets/lesson-b.js', { mode: 'cors' }))).toBe('file of b');
  // A page of the previous build is still open.
  expect(await readText(newWorker.get('/assets/lesson-a.js', { mode: 'cors' }))).toBe('file of a');
  expect(await readText(oldWorker.get(lesson))).toBe(renderPage('a', 'in'));
  await installBuild('c');
  expect(builds()).toEqual(['build-b', 'build-c']);
  expect(cachesByName.has('kept-lessons')).toBe(true);
});

test('a build with missing files leaves the previous one in place', async () => {
  const oldWorker = await installBuild('a');
  await storeLesson();
  server = 'b';
  vi.stubGlobal('fetch', async (...args: Parameters<typeof network>) =>
    String(args[0]).includes('look-b') ? new Response('', { status: 500 }) : network(...args),
  );
  await expect((await createWorker('b')).install()).rejects.toThrow('not all came');
  server = null;
  expect(await readText(oldWorker.get(lesson))).toBe(renderPage('a', 'in'));
});
