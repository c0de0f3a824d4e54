import type { Text } from './prose.ts';

/** What stands around the contract on the page for programs. */
export const developersLead = 'Prices, quotes, orders and receipts for programs of yours.';

export const begin: readonly Text[] = [
  '**Make a key** on [your page of programs](/profile/programs). It needs a second sign-in step, and is shown once.',
  '**Send it** with each request as `Authorization: Bearer`. A key is answered 120 times a minute.',
  '**Read the contract** at [/api/partner/openapi.json](/api/partner/openapi.json) (OpenAPI 3.1), or take the TypeScript client that is made from it.',
];

export const forms: readonly Text[] = [
  '**Money** is `{"currency": "JMD", "amount": "1250.00"}`, **coins** are `{"symbol": "BTC", "amount": "0.00012"}`: decimal text, never a float.',
  '**Moments** are UTC, as `2026-11-27T17:00:00.000Z`.',
  '**A refusal** is JSON with `code`, `status` and `text` for people; `details` fill the text, `issues` say what does not fit.',
  '**After 429** wait as many seconds as `Retry-After` says. **After 5xx, or no answer,** ask again: an order under the same Idempotency-Key is placed once.',
];

export const personOnly: Text =
  'Some orders need a person: a published warning, a document for a large order, new terms. They are refused with a code, and placed on our site.';

export const told: readonly Text[] = [
  'Name up to three addresses on that page. Each is told when an order moves, and when a receipt is ready.',
  'Each webhook is signed as [Standard Webhooks](https://www.standardwebhooks.com) says: `webhook-id`, `webhook-timestamp`, and `webhook-signature` over `id.timestamp.body` with HMAC-SHA256; two while a secret is changed.',
  'Refuse what is not signed with your secret, or is more than five minutes from your clock. Keep each `webhook-id` for a day and do none twice: what is told again has the same.',
  'Answer 200 to 299 within ten seconds. Else it is tried 12 times in five hours, then paused, and you are written to. Answer 410 to be told nothing more. They may come out of order: ask how the order stands.',
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
