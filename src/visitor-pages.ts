import { call } from '@orpc/server';
import { learningApi } from './features/learning/api.ts';
import { certificatesApi } from './features/learning/certificates/api.ts';
import { publicTerms } from './features/settings/api.ts';
import { checkStatement } from './features/trading/documents/statement.ts';
import { workshopsApi } from './features/workshops/api.ts';
import { type Context, findRefusal } from './platform/http/procedure.ts';
import { sessionToken } from './platform/http/session.ts';
import { nameRequest } from './platform/observability/log.ts';
import type { PreloadedPage, PreloadedQuery } from './platform/pages/preloaded-page.ts';
import type * as drawing from './visitor-screens.tsx';

export type VisitorRenderer = Pick<typeof drawing, 'renderVisitorPage'>;

type Queries = (context: Context, code: string) => readonly Promise<PreloadedQuery>[];

const withAnswer = async (path: readonly string[], input: unknown, answer: Promise<unknown>) => ({
  path,
  input,
  answer: await answer,
});

const plansAndWorkshops: Queries = (context) => [
  withAnswer(['settings', 'publicTerms'], undefined, call(publicTerms, undefined, { context })),
  withAnswer(['workshops', 'list'], undefined, call(workshopsApi.list, undefined, { context })),
];

const courses: Queries = (context) => [
  withAnswer(['learning', 'courses'], undefined, call(learningApi.courses, undefined, { context })),
];

const certificate: Queries = (context, code) =>
  code === ''
    ? []
    : [withAnswer(['certificates', 'verify'], { code }, call(certificatesApi.verify, { code }, { context }))];

const statement: Queries = (context, code) =>
  code === '' ? [] : [withAnswer(['trading', 'checkStatement'], { code }, call(checkStatement, { code }, { context }))];

const pages = [
  { path: /^\/subscriptions$/, pattern: '/subscriptions', queries: plansAndWorkshops },
  { path: /^\/courses$/, pattern: '/courses', queries: courses },
  { path: /^\/verify(?:\/([^/]+))?$/, pattern: '/verify/:code?', queries: certificate },
  { path: /^\/statements(?:\/([^/]+))?$/, pattern: '/statements/:code?', queries: statement },
  { path: /^\/trading$/, pattern: '/trading', queries: () => [] },
] as const;

/** Links to sign-in name the page to return to, which the application would store. */
function addReturnPath(html: string, url: string): string {
  const next = `next=${encodeURIComponent(url)}`;
  return html
    .replaceAll('href="/auth"', `href="/auth?${next}"`)
    .replaceAll('href="/auth?tab=signup"', `href="/auth?tab=signup&amp;${next}"`);
}

const maxCodeLength = 80;

/** Renders public screens for visitors, so that they read without JavaScript. Null for customers and on a refusal. */
export async function preloadVisitorPage(
  context: Context,
  path: string,
  { renderVisitorPage }: VisitorRenderer,
): Promise<PreloadedPage | null> {
  const { request, services } = context;
  const page = pages.find((one) => one.path.test(path));
  if (!page || sessionToken(request, services.config) !== null) return null;
  const sent = (request.query as { code?: unknown }).code;
  const code = page.path.exec(path)?.[1] ?? (typeof sent === 'string' ? sent : '');
  const answers = page.queries(context, code.slice(0, maxCodeLength));
  try {
    const queries = await Promise.all(answers);
    const rendered = renderVisitorPage(page.pattern, request.url, queries);
    return {
      ...rendered,
      html: addReturnPath(rendered.html, request.url),
      styles: [],
      scripts: [],
      queries,
      isComplete: true,
    };
  } catch (error) {
    if (findRefusal(error) === null) services.logFault(error, request.id, { procedure: nameRequest(request) });
    return null;
  }
}
