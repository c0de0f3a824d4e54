import type { Text } from './prose.ts';

export const developersLead = 'Prices, quotes, orders and receipts for your own programs.';

export const begin: readonly Text[] = [
  '**Create a key** on [your API access page](/profile/programs). You need a second sign-in step, and we show the key once.',
  '**Send it** with each request as `Authorization: Bearer`. A key may send 120 requests a minute.',
  '**Read the contract** at [/api/partner/openapi.json](/api/partner/openapi.json) (OpenAPI 3.1), or use the TypeScript client generated from it.',
];

export const forms: readonly Text[] = [
  '**Money** is `{"currency": "JMD", "amount": "1250.00"}`, **coins** are `{"symbol": "BTC", "amount": "0.00012"}`: decimal text, never a float.',
  '**Times** are UTC, such as `2026-11-27T17:00:00.000Z`.',
  '**A refusal** is JSON with `code`, `status` and a readable `text`. `details` fill the text, `issues` list invalid fields.',
  '**After 429** wait as many seconds as `Retry-After` says. **After 5xx, or no answer,** retry: an Idempotency-Key places an order only once.',
];

export const personOnly: Text =
  'Some orders need a person: a published warning, a document for a large order, new terms. The API refuses them with a code. Place them on our site.';

export const webhookRules: readonly Text[] = [
  'Add up to three addresses on that page. We call each when an order changes and when a receipt is ready.',
  'Webhooks are signed as in [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp`, and `webhook-signature` over `id.timestamp.body` with HMAC-SHA256. There are two signatures while you rotate a secret.',
  'Reject a webhook without your signature, or more than five minutes off your clock. Store each `webhook-id` for a day and skip repeats: a retry keeps its id.',
  'Answer 200 to 299 within ten seconds. Otherwise we retry 12 times in five hours, then pause and email you. Answer 410 to stop them. Webhooks can arrive out of order, so request the current state of the order.',
];

export const askExample = `curl https://…/api/partner/v1/quotes/buy \\
  -H "Authorization: Bearer $CCM_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"symbol":"BTC","currency":"JMD","amount":"3000","network":"bitcoin"}'`;

export const placeExample = `const shop = new Cryptocommerce({ url, key });
const quote = await shop.quoteBuy({
  symbol: 'BTC', currency: 'JMD', amount: '3000', network: 'bitcoin',
});
const order = await shop.placeBuyOrder({
  idempotencyKey, // a UUID that you keep before you ask
  quoteId: quote.quoteId, network: 'bitcoin', walletAddress,
});`;

export const verifyExample = `import { verifyWebhook } from '@cryptocommerce/client';

// body: the bytes as they came, unparsed
const { type, data } = await verifyWebhook({ secret, headers, body });
if (type === 'receipt.ready') {
  const receipt = await shop.receipt({ orderId: data.orderId });
}`;
