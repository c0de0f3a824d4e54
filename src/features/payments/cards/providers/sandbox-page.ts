import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { seconds } from '../../../../kernel/clock.ts';
import { escapeHtml } from '../../../../kernel/markup.ts';
import { formatGroupedMinorUnits, parseMinorUnits } from '../../../../kernel/money.ts';
import type { Config } from '../../../../platform/config/config.ts';
import type { Services } from '../../../../platform/http/procedure.ts';
import { constantTimeEqual, signPayload } from '../../../../platform/http/webhook-signature.ts';
import { optionalText } from '../event.ts';
import { getReturnUrl } from '../provider.ts';
import { isTestCard, maskNumber, sandboxCode, type TestCardName, testCards } from './sandbox-cards.ts';

const style =
  'body{font:16px/24px system-ui;margin:0 auto;max-width:480px;padding:24px 16px;background:#eef1f4;color:#15211b}' +
  'main{background:#fff;border:1px solid #aab4bd;border-radius:8px;padding:20px}h1{font-size:20px;margin:0 0 4px}' +
  'p{margin:8px 0}strong{font-size:24px}label{display:block;padding:10px 0;border-top:1px solid #dfe4e8}' +
  'input[type=text]{display:block;width:100%;box-sizing:border-box;font:inherit;padding:10px;margin-top:4px}' +
  'small{display:block;color:#4a5560;padding-left:28px}button{font:inherit;padding:12px 20px;margin-top:16px;width:100%}' +
  'fieldset{border:0;padding:0;margin:12px 0}legend{font-weight:600}a{color:#0b5a3c}';

const renderPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en-JM"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const renderDue = (query: URLSearchParams): string => {
  const symbol = query.get('currency') === 'USD' ? 'US$' : 'J$';
  const amount = formatGroupedMinorUnits(parseMinorUnits(query.get('amount') ?? '0'));
  return `<h1>Sandbox card page</h1><p>No real card, no real money.</p><p>${escapeHtml(query.get('description') ?? '')}</p>
    <p><strong>${symbol}${amount}</strong></p>`;
};

const renderHidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
const renderLink = (href: string, text: string) => `<p><a href="${escapeHtml(href)}">${text}</a></p>`;

type CardForm = { readonly link: string; readonly query: URLSearchParams; readonly cancel: string };

function renderCardForm({ link, query, cancel }: CardForm): string {
  const cards = Object.entries(testCards).map(
    ([name, { number, description: does }], n) =>
      `<label><input type="radio" name="card" value="${name}"${n === 0 ? ' checked' : ''}> ${number}<small>${does}</small></label>`,
  );
  const form = `<form method="post" action="/dev/card">${renderHidden('link', link)}
    <fieldset><legend>Test card</legend>${cards.join('')}</fieldset>
    <label>Name on card<input type="text" name="name" maxlength="80" required autocomplete="off"></label>
    <button type="submit">Pay</button></form>`;
  return renderPage('Sandbox card page', renderDue(query) + form + renderLink(cancel, 'Cancel'));
}

type Code = CardForm & { readonly card: TestCardName; readonly name: string; readonly isWrong: boolean };

function renderCodeForm({ link, query, cancel, card, name, isWrong }: Code): string {
  const form = `<form method="post" action="/dev/card">${renderHidden('link', link)}${renderHidden('card', card)}${renderHidden('name', name)}
    ${isWrong ? '<p role="alert">That code is wrong. Please try again.</p>' : ''}
    <label>Code from your bank (${sandboxCode})<input type="text" name="code" maxlength="10" required autocomplete="off"></label>
    <button type="submit">Confirm</button></form>`;
  return renderPage('Sandbox bank', renderDue(query) + form + renderLink(cancel, 'Cancel'));
}

const outcomeTexts = {
  declined: ['Declined', 'Your bank declined this card. Nothing was charged.'],
  silent: ['No response', "Your bank isn't responding. We don't know if you were charged."],
  late: [
    'Please wait',
    'Your bank is slow to respond. You can go back. The shop will get the result when your bank responds.',
  ],
  invalid: ['This link is not valid', 'It was changed or has expired. Please start again in the shop.'],
} as const;

type ReturnLinks = { readonly again?: string; readonly cancel?: string; readonly success?: string };

function renderOutcome(outcome: keyof typeof outcomeTexts, { again, cancel, success }: ReturnLinks): string {
  const [title, text] = outcomeTexts[outcome];
  const ways = [
    again && renderLink(again, 'Try another card'),
    success && renderLink(success, 'Back to the shop'),
    cancel && renderLink(cancel, 'Cancel'),
  ];
  return renderPage(title, `<h1>${title}</h1><p>${text}</p>${ways.filter(Boolean).join('')}`);
}

export const SandboxWebhook = z.object({
  id: z.string().min(8).max(80),
  type: z.enum(['approved', 'declined', 'charged_back']),
  transaction: z.string().min(8).max(80),
  reference: z.string().min(8).max(64),
  amount: z.string(),
  currency: z.string(),
  name: optionalText(120),
  card: optionalText(30),
  at: z.iso.datetime(),
});

type Charge = z.output<typeof SandboxWebhook>;

/** Derives separate secrets for links and webhooks. */
export const deriveSandboxSecret = ({ authSecret }: Pick<Config, 'authSecret'>, use: 'link' | 'hook'): string =>
  Buffer.from(hkdfSync('sha256', authSecret, '', `cryptocommerce card sandbox ${use}`, 32)).toString('hex');

export const signQuery = (query: string, secret: string): string =>
  createHmac('sha256', secret).update(query).digest('hex');

/** Returns null unless the link is signed by us and not expired. */
function verifySandboxLink(query: string, secret: string, now: Date): URLSearchParams | null {
  const [signedPart = '', signature = ''] = query.split('&signature=');
  if (!constantTimeEqual(signQuery(signedPart, secret), signature)) return null;
  const read = new URLSearchParams(signedPart);
  return Number(read.get('expires')) * 1000 > now.getTime() ? read : null;
}

const retryDelaysMs = [0, seconds(1), seconds(5), seconds(30)];

function createSandbox(app: FastifyInstance, services: Services) {
  const { config } = services;
  const hook = () => {
    const { port } = app.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/api/hooks/card/sandbox`;
  };
  const send = async (toCharge: Charge): Promise<boolean> => {
    const body = Buffer.from(JSON.stringify(toCharge));
    const at = Math.floor(services.clock().getTime() / 1000);
    const signed = `t=${at},v1=${signPayload(deriveSandboxSecret(config, 'hook'), at, body)}`;
    const headers = { 'content-type': 'application/json', 'sandbox-signature': signed };
    const answer = await fetch(hook(), { method: 'POST', body, headers }).catch(() => null);
    return answer?.ok === true;
  };
  const deliver = async (toCharge: Charge): Promise<void> => {
    for (const after of retryDelaysMs) {
      await wait(after, undefined, { ref: false });
      if (await send(toCharge)) return;
    }
  };
  const toCharge = (
    query: URLSearchParams,
    name: string,
    card: TestCardName,
  ): Omit<Charge, 'id' | 'type' | 'transaction' | 'at'> => ({
    reference: query.get('reference') ?? '',
    amount: query.get('amount') ?? '',
    currency: query.get('currency') ?? '',
    name,
    card: maskNumber(testCards[card]),
  });

  /** Delivers the events of a test card. Returns the transaction number of the last charge. */
  return async (query: URLSearchParams, name: string, card: TestCardName): Promise<string> => {
    let transaction = '';
    for (const { outcome, delayMs } of testCards[card].events) {
      transaction = randomUUID();
      const event = { ...toCharge(query, name, card), id: randomUUID(), type: outcome, transaction };
      const delivery = wait(delayMs, undefined, { ref: false }).then(() =>
        deliver({ ...event, at: services.clock().toISOString() }),
      );
      if (delayMs === 0) await Promise.race([delivery, wait(seconds(3))]);
    }
    return transaction;
  };
}

/** Returns the link's return URLs, or the defaults of an order [001 §7 Card payment pages]. */
function getReturnUrls(origin: string, query: URLSearchParams, transaction = '') {
  const own = { transaction_id: query.get('reference') ?? '' };
  const success = new URL(query.get('success_url') ?? getReturnUrl(origin, 'success', own));
  if (transaction !== '') success.searchParams.set('sandbox_reference', transaction);
  return { success: String(success), cancel: query.get('cancel_url') ?? getReturnUrl(origin, 'cancel', own) };
}

type Link = { readonly link: string; readonly query: URLSearchParams };

const sendPage = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .code(status)
    .header('content-security-policy', sandboxPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);

/** The demo's hosted card page (decision C1). It reports results by webhook only and does not exist in production. */
export function mountCardSandbox(app: FastifyInstance, services: Services): void {
  const { config, clock } = services;
  if (config.mode === 'production') return;
  const pay = createSandbox(app, services);
  const verifyLink = (link: string) => verifySandboxLink(link, deriveSandboxSecret(config, 'link'), clock());

  const handlePayment = async (reply: FastifyReply, { link, query }: Link, form: URLSearchParams) => {
    const [card, name] = [form.get('card'), (form.get('name') ?? '').trim().slice(0, 80)];
    const { cancel } = getReturnUrls(config.origin, query);
    if (!isTestCard(card) || name === '') return sendPage(reply, renderCardForm({ link, query, cancel }), 422);
    const code = form.get('code');
    if ('asksCode' in testCards[card] && code !== sandboxCode)
      return sendPage(reply, renderCodeForm({ link, query, cancel, card, name, isWrong: code !== null }));
    const transaction = await pay(query, name, card);
    const urls = getReturnUrls(config.origin, query, transaction);
    if (card === 'decline') return sendPage(reply, renderOutcome('declined', { cancel, again: `/dev/card?${link}` }));
    if (card === 'silent') return sendPage(reply, renderOutcome('silent', urls));
    if (card === 'late') return sendPage(reply, renderOutcome('late', urls));
    return reply.redirect(urls.success, 303);
  };

  app.register(async (page) => {
    page.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8 * 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    page.get('/dev/card', async (request, reply) => {
      const link = request.raw.url?.split('?')[1] ?? '';
      const query = verifyLink(link);
      if (!query) return sendPage(reply, renderOutcome('invalid', {}), 403);
      return sendPage(reply, renderCardForm({ link, query, cancel: getReturnUrls(config.origin, query).cancel }));
    });
    page.post('/dev/card', async (request: FastifyRequest, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const link = form.get('link') ?? '';
      const query = verifyLink(link);
      return query ? handlePayment(reply, { link, query }, form) : sendPage(reply, renderOutcome('invalid', {}), 403);
    });
  });
}
