import { escaped } from '../../../kernel/markup.ts';
import { worded } from '../../../kernel/worded.ts';
import { safePath } from '../../../ui/return-to.ts';
import { offlineTexts } from '../own-messages.ts';
import type { KeptCourse } from './kept-lesson.ts';

type Page = {
  readonly courses: readonly KeptCourse[];
  /** Where somebody wanted to go. */
  readonly asked: string;
  /** Style sheets of the build. */
  readonly styles: readonly string[];
  /** What the head of every page runs first. */
  readonly script: string;
};

const course = ({ courseId, title, sections }: KeptCourse): string => `
<section>
<h2>${escaped(title)}</h2>
${sections
  .map(
    (section) => `<h3>${escaped(section.title)}</h3>
<ul>
${section.lessons
  .map(({ unit, title: name }) => {
    const to = `/courses/${encodeURIComponent(courseId)}/lessons/${encodeURIComponent(unit)}`;
    return `<li><a class="link" href="${escaped(to)}">${escaped(name)}</a></li>`;
  })
  .join('\n')}
</ul>`,
  )
  .join('\n')}
</section>`;

/** In place of a page that is not kept where there is no line: complete in itself, without the application. */
export function offlinePage({ courses, asked, styles, script }: Page): string {
  const { title, text, none, again, kept } = offlineTexts;
  const read = courses.length > 0 ? `<h2 class="sr">${kept}</h2>${courses.map(course).join('')}` : `<p>${none}</p>`;
  return `<!DOCTYPE html>
<html lang="en-JM">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${worded('{title} - Cryptocommerce', { title })}</title>
<script>${script}</script>
${styles.map((file) => `<link rel="stylesheet" href="${escaped(file)}">`).join('\n')}
</head>
<body>
<main id="main">
<div class="wrap">
<div class="head"><h1>${title}</h1><p>${text}</p></div>
<p><a class="btn" href="${escaped(safePath(asked) ?? '/')}">${again}</a></p>
<article class="prose course-outline offline">${read}</article>
</div>
</main>
</body>
</html>
`;
}
