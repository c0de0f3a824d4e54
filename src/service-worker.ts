import { keptCourses, keptLesson, keptPicture } from './features/learning/offline/cached.ts';
import { offlinePage } from './features/learning/offline/offline-page.ts';
import { lessonAt, pictureAt, wayOut } from './features/learning/offline/ways-out.ts';
import { keptNames } from './ui/forget-kept.ts';
import { themeScript } from './ui/theme.ts';

/**
 * Serves kept lessons where there is no line (decision 038). Nothing that the server tells somebody passes through
 * here: commands go past, and a page is kept as strangers get it. `tools/service-worker.ts` builds it for each build.
 */
declare const __BUILD__: {
  readonly version: string;
  /** All that the screen of a lesson needs. */
  readonly files: readonly string[];
  readonly styles: readonly string[];
  /** Named by every page of this build, and by no other. */
  readonly manifest: string;
};
const { version, files, styles, manifest } = __BUILD__;

type Later = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Later & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Pressed = Later & { readonly notification: Notification };
type Scope = {
  readonly location: Location;
  readonly clients: { claim(): Promise<void>; openWindow(address: string): Promise<unknown> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', act: (event: Later) => void): void;
  addEventListener(name: 'push', act: (event: Later) => void): void;
  addEventListener(name: 'notificationclick', act: (event: Pressed) => void): void;
  addEventListener(name: 'fetch', act: (event: Fetching) => void): void;
};
const scope = self as unknown as Scope;

const own = `${keptNames.build}${version}`;
/** Where in the cache the page lies that becomes any screen. */
const shellKey = '/kept-shell';
/** A screen of the application that is everybody's: asked for by nobody in particular, it says nothing of anyone. */
const shellAddress = '/courses';
/** How long a weak line is waited for where the lesson is here already, ms. */
const patience = 5_000;

/** Page and files of one build, or nothing: a page of another build would ask for other files. */
async function fill(): Promise<void> {
  const shell = await fetch(shellAddress, { credentials: 'omit', cache: 'no-store' });
  const text = await shell.clone().text();
  if (!shell.ok || !text.includes(manifest)) throw new Error('the server hands out another build');
  const cache = await caches.open(own);
  await cache.addAll([...files]);
  await cache.put(shellKey, shell);
}

/** The build before this one stays for pages that are still open; older ones go. */
async function tidyUp(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(keptNames.build) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

scope.addEventListener('install', (event) => event.waitUntil(fill().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(tidyUp().then(() => scope.clients.claim())));

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Whoever has kept lessons is signed in: with the session everything kept goes. */
async function shell(): Promise<Response> {
  const found = await caches.match(shellKey, { cacheName: own });
  if (!found) throw new Error('the build is not here');
  const headers = new Headers(found.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const text = await found.text();
  return new Response(text.replace('data-session="out"', 'data-session="in"'), { headers });
}

async function fingerprint(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...digest));
}

async function offline(asked: string): Promise<Response> {
  const policy = [
    `default-src 'none'; script-src 'sha256-${await fingerprint(themeScript)}'; style-src 'self'; font-src 'self'`,
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
  const courses = await keptCourses().catch(() => []);
  return new Response(offlinePage({ courses, asked, styles, script: themeScript }), { status: 503, headers });
}

const tooSlow = () =>
  new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('too slow')), patience);
  });

/** From the server whenever it answers. What is kept stands in only for it, never before it. */
async function page(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const lesson = lessonAt(pathname);
  const kept = lesson ? await keptLesson(lesson.courseId, lesson.unit).catch(() => null) : null;
  if (!kept) return fetch(request).catch(() => offline(pathname + search));
  try {
    const answer = await Promise.race([fetch(request), tooSlow()]);
    return answer.status >= 502 ? await shell() : answer;
  } catch {
    return shell().catch(() => offline(pathname + search));
  }
}

async function picture(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await keptPicture(pictureAt(new URL(request.url).pathname) ?? '');
    if (!kept) throw error;
    return kept;
  }
}

// Whatever a push says is not read: there is something new, and the page of notices says what to whoever may read it.
scope.addEventListener('push', (event) =>
  event.waitUntil(scope.registration.showNotification('Cryptocommerce', { body: 'Something new', tag: 'notices' })),
);
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(scope.clients.openWindow('/notices'));
});

scope.addEventListener('fetch', (event) => {
  const way = wayOut(event.request, scope.location.origin);
  if (way === 'file') event.respondWith(file(event.request));
  if (way === 'picture') event.respondWith(picture(event.request));
  if (way === 'page') event.respondWith(page(event.request));
});
