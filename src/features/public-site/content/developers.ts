import type { Text } from './prose.ts';

export const developersLead = 'Prices, quotes, orders and receipts for your own programs.';

export const begin: readonly Text[] = [
  '**Create a key** on [your API access page](/profile/programs). You need a second sign-in step, and we show the key once.',
  '**Send the key** with each request as `Authorization: Bearer`. You can send 120 requests a minute per key.',
  '**Read the contract** at [/api/partner/openapi.json](/api/partner/openapi.json) (OpenAPI 3.1), or use the TypeScript client generated from it.',
];

export const forms: readonly Text[] = [
  '**Money** is `{"currency": "JMD", "amount": "1250.00"}`, **coins** are `{"symbol": "BTC", "amount": "0.00012"}`: decimal text, never a float.',
  '**Times** are UTC, such as `2026-11-27T17:00:00.000Z`.',
  '**Errors** are JSON with `code`, `status` and a readable `text`. `details` contains values in the text, `issues` lists invalid fields.',
  '**After 429** wait as many seconds as `Retry-After` says. **After 5xx, or without a response,** retry: an Idempotency-Key places an order only once.',
];

export const personOnly: Text =
  'Some orders need a person, for example to read a warning, upload a document or accept new terms. The API rejects these orders with an error code. Place them on our site.';

export const webhookRules: readonly Text[] = [
  'Add up to three URLs on your API access page. We call each URL when an order changes and when a receipt is ready.',
  'Webhooks are signed as in [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp`, and `webhook-signature` over `id.timestamp.body` with HMAC-SHA256. There are two signatures while you rotate a secret.',
  'Reject a webhook with an invalid signature, or with a timestamp more than five minutes off your clock. Store each `webhook-id` for a day and skip repeats: a retry has the same id.',
  'Respond with 200 to 299 within ten seconds. Otherwise we try up to 12 times in five hours, then pause the URL and email you. Respond with 410 to stop all webhooks to a URL. Webhooks can arrive out of order, so request the current state of the order.',
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
  idempotencyKey, // a UUID that you store before the request
  quoteId: quote.quoteId, network: 'bitcoin', walletAddress,
});`;

export const verifyExample = `import { verifyWebhook } from '@cryptocommerce/client';

// body: the raw, unparsed request body
const { type, data } = await verifyWebhook({ secret, headers, body });
if (type === 'receipt.ready') {
  const receipt = await shop.receipt({ orderId: data.orderId });
}`;
