import { priceText } from '../../../ui/price-format.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { pricesLabels, pricesMessages, pricesToasts } from '../../prices/messages.ts';

/**
 * The two price buttons of the home page. The page is kept light: this file comes with the first press, and asks with
 * plain requests.
 */
type Answer = { readonly ok: boolean; readonly body: Record<string, unknown> };

/** A promise that is kept after the pause of 2 seconds that follows a refresh [000 §7]. */
const pause = () => new Promise((done) => setTimeout(done, 2_000));

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

async function send(command: 'refresh' | 'test'): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/api/rpc/prices/${command}`, { method: 'POST', headers, body: '{}' });
  const answer = record(await response.json());
  return { ok: response.ok, body: record(answer['json']) };
}

const filled = (text: string, values: Record<string, unknown>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** Says a refusal in the words of the catalogue; anything else in the documented ones, with the reference if any. */
function sayRefusal({ body }: Answer, otherwise: keyof typeof pricesMessages): void {
  const code = String(body['code']);
  const data = record(body['data']);
  const known = Object.entries(pricesMessages).find(([key]) => key === code)?.[1];
  const { title, text } = known ?? pricesMessages[otherwise];
  const reference = typeof data['reference'] === 'string' ? ` Reference: ${data['reference']}` : '';
  toastError(title, filled(text, data) + reference);
}

/** Asks for the newest prices and says what came. Resolves when they may be read; rejects without a network. */
export async function fetchLatestPrices(): Promise<void> {
  const answer = await send('refresh');
  if (!answer.ok) return sayRefusal(answer, 'prices.fetch_failed');
  const { title, text } = pricesToasts.updated;
  toastSuccess(title, filled(text, answer.body));
  await pause();
}

/** Runs the price diagnostic and says what it found [000 §8]. Breaks its promise without a network. */
export async function testPrices(): Promise<void> {
  const answer = await send('test');
  if (!answer.ok) return sayRefusal(answer, 'prices.test_broken');
  const btcPrice = `US$${priceText(String(answer.body['btcPrice']))}`;
  const demo = answer.body['demo'] === true ? `. ${pricesLabels.demo}` : '';
  toastSuccess(pricesToasts.tested.title, filled(pricesToasts.tested.text, { ...answer.body, btcPrice }) + demo);
}
