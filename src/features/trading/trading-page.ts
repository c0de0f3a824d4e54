import { call } from '@orpc/server';
import { type Context, findRefusal } from '../../platform/http/procedure.ts';
import { currentUser, sessionToken } from '../../platform/http/session.ts';
import type { PreloadedPage, PreloadedQuery } from '../../platform/pages/preloaded-page.ts';
import { pricesApi } from '../prices/api.ts';
import { publicTerms } from '../settings/api.ts';
import { listMyOrders } from './lifecycle/my-orders.ts';
import { listPayees } from './payees/payees.ts';
import { limitsNow } from './quoting/limits-now.ts';
import type * as drawing from './screens/prerender-trading.tsx';

export type TradingPrerender = Pick<typeof drawing, 'renderTradingPage' | 'earlyForm'>;

const noscriptHtml =
  '<noscript><div class="wrap head"><h1>This page needs JavaScript</h1><p>JavaScript is off. ' +
  'Prices, <a href="/faq">answers</a> and <a href="/contact-check">ways to reach us</a> work without it.</p></div></noscript>';

const recentLimit = { limit: 10 };
const firstChart = { symbol: 'BTC', range: '30d' } as const;
const priceOrder = { order: 'symbol' } as const;

/** The answers that the page starts with. Empty after a refusal: the screen asks again and explains it. */
async function loadAnswers(context: Context): Promise<readonly PreloadedQuery[]> {
  const options = { context };
  try {
    const [list, limits, payees, terms, prices, history] = await Promise.all([
      call(listMyOrders, recentLimit, options),
      call(limitsNow, undefined, options),
      call(listPayees, undefined, options),
      call(publicTerms, undefined, options),
      call(pricesApi.list, priceOrder, options),
      call(pricesApi.history, firstChart, options),
    ]);
    return [
      { path: ['trading', 'list'], input: recentLimit, answer: list },
      { path: ['trading', 'limits'], input: undefined, answer: limits },
      { path: ['trading', 'payees'], input: undefined, answer: payees },
      { path: ['settings', 'publicTerms'], input: undefined, answer: terms },
      { path: ['prices', 'list'], input: priceOrder, answer: prices },
      { path: ['prices', 'history'], input: firstChart, answer: history },
    ];
  } catch (error) {
    if (findRefusal(error) === null) context.services.logFault(error, context.request.id);
    return [];
  }
}

/** Renders the page on the server, so that customers read and type before scripts load. The sell form needs scripts. */
export async function preloadTradingPage(
  context: Context,
  path: string,
  { renderTradingPage, earlyForm }: TradingPrerender,
): Promise<PreloadedPage | null> {
  const { services, request } = context;
  if (path !== '/trading' || sessionToken(request, services.config) === null) return null;
  if (new URLSearchParams(request.url.split('?')[1]).get('tab') === 'sell') return null;
  const person = await currentUser(services, request).catch(() => null);
  if (!person) return null;
  const queries = await loadAnswers(context);
  return {
    title: 'Buy and sell - Cryptocommerce',
    description: 'Buy and sell crypto with Jamaican dollars',
    styles: [],
    scripts: [],
    queries,
    isComplete: true,
    html: renderTradingPage(queries) + noscriptHtml,
    script: earlyForm,
  };
}
