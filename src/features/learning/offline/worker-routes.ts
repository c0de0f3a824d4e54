type OutgoingRequest = { readonly method: string; readonly url: string; readonly mode: string };

export type WorkerRoute =
  /** Network only. */
  | 'bypass'
  | 'file'
  /** Network first, then cache. */
  | 'picture'
  /** Network first, then cache. */
  | 'page';

const bypassPattern = /^\/(api|dev|healthz|readyz)(\/|$)/i;

export function getWorkerRoute({ method, url, mode }: OutgoingRequest, origin: string): WorkerRoute {
  const { origin: requestOrigin, pathname } = new URL(url);
  if (method !== 'GET' || requestOrigin !== origin) return 'bypass';
  if (parsePicturePath(pathname) && mode !== 'navigate') return 'picture';
  if (bypassPattern.test(pathname)) return 'bypass';
  if (pathname.startsWith('/assets/')) return 'file';
  return mode === 'navigate' ? 'page' : 'bypass';
}

export const parsePicturePath = (pathname: string): string | null =>
  /^\/api\/lesson-pictures\/([0-9a-f-]{36})$/.exec(pathname)?.[1] ?? null;

export function parseLessonPath(pathname: string): { courseId: string; unit: string } | null {
  const [, courseId, unit] = /^\/courses\/([a-z0-9-]+)\/lessons\/([a-z0-9-]+)\/?$/.exec(pathname) ?? [];
  return courseId && unit ? { courseId, unit } : null;
}
