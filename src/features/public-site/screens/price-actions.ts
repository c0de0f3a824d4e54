import type { UserMessage } from '../../../kernel/refusal.ts';
import { appendReference, parseUserMessage } from '../../../ui/error-reference.ts';
import { formatPrice } from '../../../ui/price-format.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { pricesLabels, pricesMessages, pricesToasts } from '../../prices/messages.ts';

/** Price buttons of the home page [000 §2 Home]. Loaded at the first click, to keep the page small. */
type CommandResult = { readonly ok: boolean; readonly body: Record<string, unknown> };

/** Delay between a refresh and the next read [000 §7 Functions, §9]. */
const waitForPrices = () => new Promise((resolve) => setTimeout(resolve, 2_000));

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

async function sendCommand(command: 'refresh' | 'test'): Promise<CommandResult> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/api/rpc/prices/${command}`, { method: 'POST', headers, body: '{}' });
  const answer = toRecord(await response.json());
  return { ok: response.ok, body: toRecord(answer['json']) };
}

/** Shows the text of a price refusal, else the documented fallback. */
function toastRefusalText({ body }: CommandResult, fallbackCode: 'prices.fetch_failed' | 'prices.test_broken'): void {
  const message = String(body['code']).startsWith('prices.') ? parseUserMessage(body['data']) : null;
  const { title = 'Error', text }: UserMessage = message ?? pricesMessages[fallbackCode];
  toastError({ title, text: appendReference(text, body) });
}

export async function fetchLatestPrices(): Promise<void> {
  const answer = await sendCommand('refresh');
  if (!answer.ok) return toastRefusalText(answer, 'prices.fetch_failed');
  toastSuccess(pricesToasts.updated, { count: String(answer.body['count']) });
  await waitForPrices();
}

/** [000 §8 Prices, Success toasts]. Rejects without a connection. */
export async function testPrices(): Promise<void> {
  const answer = await sendCommand('test');
  if (!answer.ok) return toastRefusalText(answer, 'prices.test_broken');
  const btcPrice = `US$${formatPrice(String(answer.body['btcPrice']))}`;
  const demo = answer.body['demo'] === true ? `. ${pricesLabels.demo}` : '';
  toastSuccess(pricesToasts.tested, { count: String(answer.body['count']), btcPrice: `${btcPrice}${demo}` });
}
