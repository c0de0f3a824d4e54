import { escapeHtml } from '../../../kernel/markup.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { getSafePath } from '../../../ui/return-to.ts';
import { offlineTexts } from '../learner-messages.ts';
import type { OfflineCourse } from './lesson-cache.ts';

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

type Page = {
  readonly courses: readonly OfflineCourse[];
  readonly requestedPath: string;
  readonly styles: readonly string[];
  readonly script: string;
};

const renderCourse = ({ courseId, title, sections }: OfflineCourse): string => `
<section>
<h2>${escapeHtml(title)}</h2>
${sections
  .map(
    (section) => `<h3>${escapeHtml(section.title)}</h3>
<ul>
${section.lessons
  .map(({ unit, title: name }) => {
    const to = `/courses/${encodeURIComponent(courseId)}/lessons/${encodeURIComponent(unit)}`;
    return `<li><a class="link" href="${escapeHtml(to)}">${escapeHtml(name)}</a></li>`;
  })
  .join('\n')}
</ul>`,
  )
  .join('\n')}
</section>`;

export function renderOfflinePage({ courses, requestedPath, styles, script }: Page): string {
  const { title, text, none, again: retry, kept: heading } = offlineTexts;
  const content =
    courses.length > 0 ? `<h2 class="sr">${heading}</h2>${courses.map(renderCourse).join('')}` : `<p>${none}</p>`;
  return `<!DOCTYPE html>
<html lang="en-JM">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${formatMessage('{title} - Cryptocommerce', { title })}</title>
<script>${script}</script>
${styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}">`).join('\n')}
</head>
<body>
<main id="main">
<div class="wrap">
<div class="head"><h1>${title}</h1><p>${text}</p></div>
<p><a class="btn" href="${escapeHtml(getSafePath(requestedPath) ?? '/')}">${retry}</a></p>
<article class="prose course-outline offline">${content}</article>
</div>
</main>
</body>
</html>
`;
}
