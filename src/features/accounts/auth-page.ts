import { call } from '@orpc/server';
import { demoPassword, demoPeople as people } from '../../../fakes/people.ts';
import { escapeHtml } from '../../kernel/markup.ts';
import { type Context, publicProcedure } from '../../platform/http/procedure.ts';
import { sessionToken } from '../../platform/http/session.ts';
import type { PreloadedPage } from '../../platform/pages/preloaded-page.ts';
import { isRecovery, isVerified, parseTab } from './mail-link.ts';
import { authHeads } from './messages.ts';

const skeletonRows = [40, 100, 40, 100].map((width) => `<div class="skel" style="width:${width}%"></div>`).join('');
const formSkeleton = `<div class="skeleton if-script" role="status"><span class="sr">Loading</span>${skeletonRows}</div>`;
const noScriptHtml =
  '<noscript><h2>This page needs JavaScript</h2><p>JavaScript is turned off. ' +
  'You can still see prices, read the <a href="/faq">FAQ</a> and find <a href="/contact-check">our contact details</a>.</p></noscript>';

/** Prerenders the heading of /auth; null when signed in. Fields come with the script, so typed text is never lost. */
export async function renderAuthPage(context: Context, path: string): Promise<PreloadedPage | null> {
  if (path !== '/auth' || sessionToken(context.request, context.services.config) !== null) return null;
  const search = context.request.url.split('?')[1] ?? '';
  if (isRecovery(search) || isVerified(search)) return null;
  const { title, text } = authHeads[parseTab(search)];
  const answer = await call(signInOptions, undefined, { context });
  const head = `<div class="head"><h1>${escapeHtml(title)}</h1>${text && `<p>${escapeHtml(text)}</p>`}</div>`;
  return {
    title: `${title} - Cryptocommerce`,
    description: text || title,
    styles: [],
    scripts: [],
    prefetchesScripts: true,
    html: `<div class="wrap">${head}${formSkeleton}${noScriptHtml}</div>`,
    queries: [{ path: ['accounts', 'signInOptions'], input: undefined, answer }],
  };
}

/** Choices of the sign-in page: customers of the demo, and the name of the staff's provider. */
export const signInOptions = publicProcedure.handler(function signInOptions({ context: { services } }) {
  const { mode, oidc } = services.config;
  return { people: mode === 'production' ? [] : listDemoPeople(), provider: oidc?.name ?? null };
});

const listDemoPeople = () =>
  people.map(({ email, firstName, lastName, about }) => ({
    email,
    name: `${firstName} ${lastName}`,
    about,
    password: demoPassword,
  }));
