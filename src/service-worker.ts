import { findStoredLesson, findStoredPicture, listStoredCourses } from './features/learning/offline/lesson-cache.ts';
import {
  getWorkerRoute,
  parseLessonPath,
  parsePicturePath,
  renderOfflinePage,
} from './features/learning/offline/offline-page.ts';
import { offlineNames } from './ui/offline-storage.ts';
import setTheme from './ui/scripts/set-theme.ts?script';

/** Caches offline lessons (ADR 07), no API responses, no session. `tools/service-worker.ts` fills `__BUILD__`. */
declare const __BUILD__: {
  readonly version: string;
  readonly files: readonly string[];
  readonly styles: readonly string[];
  /** File name of the route manifest. Only pages of this build contain it. */
  readonly manifest: string;
};
const { version, files, styles, manifest } = __BUILD__;

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type NotificationClick = ExtendableEvent & { readonly notification: Notification };
type Scope = {
  readonly location: Location;
  readonly clients: { claim(): Promise<void>; openWindow(address: string): Promise<unknown> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', handler: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'push', handler: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'notificationclick', handler: (event: NotificationClick) => void): void;
  addEventListener(name: 'fetch', handler: (event: FetchEvent) => void): void;
};
const scope = self as unknown as Scope;

const buildCache = `${offlineNames.build}${version}`;
const shellPath = '/kept-shell';
/** Page to cache as shell. Without a session it contains no personal data. */
const shellAddress = '/courses';
/** Timeout of a page request before a stored lesson replaces the response, ms. */
const timeoutMs = 5_000;

/** Caches shell and files of this build. Throws if the server already has another build. */
async function fillCache(): Promise<void> {
  const shell = await fetch(shellAddress, { credentials: 'omit', cache: 'no-store' });
  const text = await shell.clone().text();
  if (!shell.ok || !text.includes(manifest)) throw new Error('the server has another build');
  const cache = await caches.open(buildCache);
  await cache.addAll([...files]);
  await cache.put(shellPath, shell);
}

/** Deletes old caches, except the previous build's, which open pages may need. */
async function deleteOldBuilds(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(offlineNames.build) && name !== buildCache);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

scope.addEventListener('install', (event) => event.waitUntil(fillCache().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(deleteOldBuilds().then(() => scope.clients.claim())));

async function serveFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Returns the cached shell, marked as signed in: signing out deletes saved lessons. */
async function shell(): Promise<Response> {
  const found = await caches.match(shellPath, { cacheName: buildCache });
  if (!found) throw new Error('the build is not cached');
  const headers = new Headers(found.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const text = await found.text();
  return new Response(text.replace('data-session="out"', 'data-session="in"'), { headers });
}

async function hashSha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...digest));
}

async function serveOfflinePage(requestedPath: string): Promise<Response> {
  const policy = [
    `default-src 'none'; script-src 'sha256-${await hashSha256(setTheme)}'; style-src 'self'; font-src 'self'`,
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ];
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  };
  const courses = await listStoredCourses().catch(() => []);
  return new Response(renderOfflinePage({ courses, requestedPath, styles, script: setTheme }), {
    status: 503,
    headers,
  });
}

const rejectWhenSlow = () =>
  new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('too slow')), timeoutMs);
  });

/** Responds from the network. Stored content replaces a failed or late response. */
async function servePage(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const lesson = parseLessonPath(pathname);
  const storedLesson = lesson ? await findStoredLesson(lesson.courseId, lesson.unit).catch(() => null) : null;
  if (!storedLesson) return fetch(request).catch(() => serveOfflinePage(pathname + search));
  try {
    const answer = await Promise.race([fetch(request), rejectWhenSlow()]);
    return answer.status >= 502 ? await shell() : answer;
  } catch {
    return shell().catch(() => serveOfflinePage(pathname + search));
  }
}

async function servePicture(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await findStoredPicture(parsePicturePath(new URL(request.url).pathname) ?? '');
    if (!stored) throw error;
    return stored;
  }
}

// Ignores the payload: only the notices page shows details.
scope.addEventListener('push', (event) =>
  event.waitUntil(
    scope.registration.showNotification('Cryptocommerce', { body: 'You have a new notification', tag: 'notices' }),
  ),
);
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(scope.clients.openWindow('/notices'));
});

scope.addEventListener('fetch', (event) => {
  const route = getWorkerRoute(event.request, scope.location.origin);
  if (route === 'file') event.respondWith(serveFile(event.request));
  if (route === 'picture') event.respondWith(servePicture(event.request));
  if (route === 'page') event.respondWith(servePage(event.request));
});
