import type { Given } from '../../platform/given.ts';
import type { Context } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import { personOf } from '../../platform/who.ts';
import type * as drawing from './screens/draw-trading.tsx';

/** The trading desk as it is drawn with the pages, and the script that its form has until the screen is there. */
export type TradingDrawing = Pick<typeof drawing, 'tradingDesk' | 'earlyForm'>;

const without =
  '<noscript><div class="wrap head"><h1>This page needs JavaScript</h1><p>It is switched off here, or it did not ' +
  'come through. Prices, <a href="/faq">answers</a> and <a href="/contact-check">how to reach us</a> read without ' +
  'it.</p></div></noscript>';

/**
 * The page of the trading desk brings the desk along for whoever is signed in: on a slow line an order is typed, and
 * its price read, seconds before the screen has come. Selling begins with what the server keeps of it, and comes as
 * before.
 */
export async function tradingGiven(
  { services, request }: Context,
  path: string,
  { tradingDesk, earlyForm }: TradingDrawing,
): Promise<Given | null> {
  if (path !== '/trading' || sessionToken(request, services.config) === null) return null;
  if (new URLSearchParams(request.url.split('?')[1]).get('tab') === 'sell') return null;
  // Without the database the screen itself says what is wrong.
  const person = await personOf(services, request).catch(() => null);
  if (!person) return null;
  return {
    ...{ title: 'Buy and sell - Cryptocommerce', description: 'Buy and sell crypto with Jamaican dollars' },
    ...{ styles: [], scripts: [], early: true, asked: null },
    html: tradingDesk + without,
    script: earlyForm,
  };
}
