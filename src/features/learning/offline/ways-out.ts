/** What the worker does with a request of a page: answer it from what is kept, or leave it alone. */
type OutgoingRequest = { readonly method: string; readonly url: string; readonly mode: string };

export type WayOut =
  /** Not ours to look at: it goes to the server as if there were no worker, and nothing of it is kept. */
  | 'left alone'
  /** A file of a build, kept under a name that changes with what is in it. */
  | 'file'
  /** A picture of a lesson: from the server, and without a line as it was kept with its lesson. */
  | 'picture'
  /** A page: from the server, and without a line from what is kept. */
  | 'page';

/** Addresses at which no page is: commands, exports and papers of somebody, the mailbox of the demo, the health. */
const noPage = /^\/(api|dev|healthz|readyz)(\/|$)/i;

export function wayOut({ method, url, mode }: OutgoingRequest, origin: string): WayOut {
  const { origin: whose, pathname } = new URL(url);
  if (method !== 'GET' || whose !== origin) return 'left alone';
  if (pictureAt(pathname) && mode !== 'navigate') return 'picture';
  if (noPage.test(pathname)) return 'left alone';
  if (pathname.startsWith('/assets/')) return 'file';
  return mode === 'navigate' ? 'page' : 'left alone';
}

/** The file of the picture at an address; the address is that of `picture-path.ts`. */
export const pictureAt = (pathname: string): string | null =>
  /^\/api\/lesson-pictures\/([0-9a-f-]{36})$/.exec(pathname)?.[1] ?? null;

/** The lesson at an address of a page. */
export function lessonAt(pathname: string): { courseId: string; unit: string } | null {
  const [, courseId, unit] = /^\/courses\/([a-z0-9-]+)\/lessons\/([a-z0-9-]+)\/?$/.exec(pathname) ?? [];
  return courseId && unit ? { courseId, unit } : null;
}
