import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { seconds } from '../../../../kernel/clock.ts';
import type { Config } from '../../../../platform/config/config.ts';
import type { Services } from '../../../../platform/http/procedure.ts';
import { constantTimeEqual, signPayload } from '../../../../platform/http/webhook-signature.ts';
import { optionalText } from '../event.ts';
import { getReturnUrl } from '../provider.ts';
import { isTestCard, maskNumber, sandboxCode, type TestCardName, testCards } from './sandbox-cards.ts';
import { renderCardForm, renderCodeForm, renderOutcome, sandboxPolicy } from './sandbox-html.ts';

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

/** Delays before each delivery attempt. */
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
