import type { Said } from '../../../kernel/refusal.ts';
import { saidIn, withReference } from '../../../ui/fault.ts';
import { priceText } from '../../../ui/price-format.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { pricesLabels, pricesMessages, pricesToasts } from '../../prices/messages.ts';

/**
 * The two price buttons of the home page, refresh and 'Test Crypto Prices' [000 §2 Home]. The page is kept light: this
 * file comes with the first press, and asks with plain requests.
 */
type Answer = { readonly ok: boolean; readonly body: Record<string, unknown> };

/** A promise that is kept after the pause of 2 seconds that follows a refresh [000 §7 Functions, §9]. */
const pause = () => new Promise((done) => setTimeout(done, 2_000));

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

async function send(command: 'refresh' | 'test'): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/api/rpc/prices/${command}`, { method: 'POST', headers, body: '{}' });
  const answer = record(await response.json());
  return { ok: response.ok, body: record(answer['json']) };
}

/** Says a refusal of the prices in its words; anything else in the documented ones, with the reference if any. */
function sayRefusal({ body }: Answer, otherwise: 'prices.fetch_failed' | 'prices.test_broken'): void {
  const said = String(body['code']).startsWith('prices.') ? saidIn(body['data']) : null;
  const { title = 'Error', text }: Said = said ?? pricesMessages[otherwise];
  toastError({ title, text: withReference(text, body) });
}

/** Asks for the newest prices and says what came. Resolves when they may be read; rejects without a network. */
export async function fetchLatestPrices(): Promise<void> {
  const answer = await send('refresh');
  if (!answer.ok) return sayRefusal(answer, 'prices.fetch_failed');
  toastSuccess(pricesToasts.updated, { count: String(answer.body['count']) });
  await pause();
}

/**
 * Runs the price diagnostic and says what it found [000 §8 Prices, Success toasts]. Breaks its promise without a
 * network.
 */
export async function testPrices(): Promise<void> {
  const answer = await send('test');
  if (!answer.ok) return sayRefusal(answer, 'prices.test_broken');
  const btcPrice = `US$${priceText(String(answer.body['btcPrice']))}`;
  const demo = answer.body['demo'] === true ? `. ${pricesLabels.demo}` : '';
  toastSuccess(pricesToasts.tested, { count: String(answer.body['count']), btcPrice: `${btcPrice}${demo}` });
}
