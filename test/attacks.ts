import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Block } from '../src/features/learning/lesson-text.ts';
import { type Glossary, LessonBlocks } from '../src/features/learning/screens/lesson-blocks.tsx';

/** Hostile inputs for text fields and the Markdown renderer. */
export const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.example)',
  '[x](http://evil.example)',
  '[x](https://ok.example" onclick="alert(1))',
  '[x](https://ok.example/?q="><script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '![x](x" onerror="alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '> <script>alert(1)</script>',
  '- <img src=x onerror=alert(1)>\n- [x](javascript:alert(1))',
  '## <b onmouseover=alert(1)>x</b>',
  '**<style>@import "//evil.example"</style>**',
  '*<math><mtext></mtext><script>alert(1)</script></math>*',
  '[x](term:"><script>alert(1)</script>)',
  '[<img src=x onerror=alert(1)>](fact:a)',
  '<!-- --><script>alert(1)</script><!-- -->',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202e<script>alert(1)</script>',
  '![x" onerror="alert(1)](picture:0190a4b2-0000-7000-8000-000000000000)',
  '![x](picture:" onerror="alert(1))',
  '![x](picture:../../logout)',
] as const;

const suspicious = {
  terms: [{ id: 'a', word: '<b>w</b>', means: '<script>alert(1)</script>' }],
  facts: [{ id: 'a', says: '<img src=x onerror=alert(1)>', source: '"><script>', asOf: '2026-11-20' }],
};

export function renderBlocks(blocks: readonly Block[], explained: Glossary = suspicious): string {
  const inPlace = (id: string) => createElement('p', null, id);
  const element = createElement(LessonBlocks, { blocks, explained, placed: { check: inPlace, practice: inPlace } });
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

/** Matches a picture of our own without further attributes. */
const ourPicture =
  /^<img class="lesson-picture" src="\/api\/lesson-pictures\/[0-9a-f-]{36}" alt="[^"]*" loading="lazy"\/>$/;

/** Tags that could run a script or fetch a resource. Escaped text is ignored. */
export function findActiveTags(page: string): string[] {
  const tags = page.match(/<[a-z][^>]*>/gi) ?? [];
  return tags.filter(
    (tag) =>
      !ourPicture.test(tag) &&
      (!/^<(?:div|p|h2|ul|ol|li|strong|em|span|a)[\s>]/i.test(tag) ||
        /\son\w+\s*=/i.test(tag.replace(/"[^"]*"/g, '""')) ||
        /\s(?:src|srcdoc|style|action|formaction)\s*=/i.test(tag.replace(/"[^"]*"/g, '""')) ||
        (/^<a\s/i.test(tag) && !/href="(?:\/(?!\/)|https:\/\/)/i.test(tag))),
  );
}
