import { call } from '@orpc/server';
import type { Context } from '../../platform/http/procedure.ts';
import { currentUser, sessionToken } from '../../platform/http/session.ts';
import type { PreloadedPage } from '../../platform/pages/preloaded-page.ts';
import { listMyOrders } from './lifecycle/my-orders.ts';
import type * as drawing from './screens/prerender-trading.tsx';

export type TradingPrerender = Pick<typeof drawing, 'tradingDesk' | 'earlyForm'>;

const noscriptHtml =
  '<noscript><div class="wrap head"><h1>This page needs JavaScript</h1><p>JavaScript is off. ' +
  'Prices, <a href="/faq">answers</a> and <a href="/contact-check">ways to reach us</a> work without it.</p></div></noscript>';

const recentLimit = 10;

/** Renders the buy form on the server, so customers can type before the scripts load. The sell form needs scripts. */
export async function preloadTradingPage(
  context: Context,
  path: string,
  { tradingDesk, earlyForm }: TradingPrerender,
): Promise<PreloadedPage | null> {
  const { services, request } = context;
  if (path !== '/trading' || sessionToken(request, services.config) === null) return null;
  if (new URLSearchParams(request.url.split('?')[1]).get('tab') === 'sell') return null;
  const person = await currentUser(services, request).catch(() => null);
  if (!person) return null;
  const { orders } = await call(listMyOrders, { limit: recentLimit }, { context }).catch(() => ({ orders: [] }));
  return {
    title: 'Buy and sell - Cryptocommerce',
    description: 'Buy and sell crypto with Jamaican dollars',
    styles: [],
    scripts: [],
    prefetchesScripts: true,
    queries: [],
    html: tradingDesk(orders, services.clock()) + noscriptHtml,
    script: earlyForm,
  };
}
