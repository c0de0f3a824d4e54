import { call } from '@orpc/server';
import { escaped } from '../../kernel/markup.ts';
import type { Given } from '../../platform/given.ts';
import type { Context } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import { demoPeople } from './demo-people.ts';
import { asksForRecovery, saysVerified, tabOf } from './mail-link.ts';
import { authHeads } from './messages.ts';

const grey = [40, 100, 40, 100].map((width) => `<div class="skel" style="width:${width}%"></div>`).join('');
const form = `<div class="skeleton if-script" role="status"><span class="sr">Opening the page</span>${grey}</div>`;
const without =
  '<noscript><h2>This page needs JavaScript</h2><p>It is switched off here, or it did not come through. Prices, ' +
  '<a href="/faq">answers</a> and <a href="/contact-check">how to reach us</a> read without it.</p></noscript>';

/**
 * The way in says what it is before any script has come: on a slow phone that is seconds earlier. Its fields come with
 * the screen, so that nobody types into what is exchanged a moment later. Whoever is in already, or follows a link of a
 * mail, gets the page as it is.
 */
export async function authGiven(context: Context, path: string): Promise<Given | null> {
  if (path !== '/auth' || sessionToken(context.request, context.services.config) !== null) return null;
  const search = context.request.url.split('?')[1] ?? '';
  if (asksForRecovery(search) || saysVerified(search)) return null;
  const { title, text } = authHeads[tabOf(search)];
  const answer = await call(demoPeople, undefined, { context });
  const head = `<div class="head"><h1>${escaped(title)}</h1>${text && `<p>${escaped(text)}</p>`}</div>`;
  return {
    ...{ title: `${title} - Cryptocommerce`, description: text || title, styles: [], scripts: [], early: true },
    html: `<div class="wrap">${head}${form}${without}</div>`,
    asked: { path: ['accounts', 'demoPeople'], input: undefined, answer },
  };
}
