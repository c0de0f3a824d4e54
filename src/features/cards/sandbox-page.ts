import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { seconds } from '../../kernel/clock.ts';
import type { Services } from '../../platform/procedure.ts';
import { signature } from '../../platform/signed.ts';
import { backTo } from './provider.ts';
import { isTestCard, masked, sandboxCode, type TestCardName, testCards } from './sandbox-cards.ts';
import type { SandboxHook } from './sandbox-event.ts';
import { readSandboxLink, sandboxSecret } from './sandbox-gateway.ts';
import { cardForm, codeForm, outcomePage, sandboxPolicy } from './sandbox-html.ts';

type Charge = typeof SandboxHook._output;

/** A provider tells again what was not taken, for a while. */
const triesAfter = [0, seconds(1), seconds(5), seconds(30)];

/** The sandbox at work: it knows its own page and the shop's hook, and nothing of the shop. */
function sandbox(app: FastifyInstance, services: Services) {
  const { config } = services;
  const hook = () => {
    const { port } = app.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/api/hooks/card/sandbox`;
  };
  const send = async (charge: Charge): Promise<boolean> => {
    const body = Buffer.from(JSON.stringify(charge));
    const at = Math.floor(services.clock().getTime() / 1000);
    const signed = `t=${at},v1=${signature(sandboxSecret(config, 'hook'), at, body)}`;
    const headers = { 'content-type': 'application/json', 'sandbox-signature': signed };
    const answer = await fetch(hook(), { method: 'POST', body, headers }).catch(() => null);
    return answer?.ok === true;
  };
  const tell = async (charge: Charge): Promise<void> => {
    for (const after of triesAfter) {
      await wait(after, undefined, { ref: false });
      if (await send(charge)) return;
    }
  };
  const charge = (
    asked: URLSearchParams,
    name: string,
    card: TestCardName,
  ): Omit<Charge, 'id' | 'type' | 'transaction' | 'at'> => ({
    reference: asked.get('reference') ?? '',
    amount: asked.get('amount') ?? '',
    currency: asked.get('currency') ?? '',
    name,
    card: masked(testCards[card]),
  });

  /** Tells what is to be told, each charge under a number of its own: that of the last. */
  return async (asked: URLSearchParams, name: string, card: TestCardName): Promise<string> => {
    let transaction = '';
    for (const { outcome, after } of testCards[card].tells) {
      transaction = randomUUID();
      const told = { ...charge(asked, name, card), id: randomUUID(), type: outcome, transaction };
      const telling = wait(after, undefined, { ref: false }).then(() =>
        tell({ ...told, at: services.clock().toISOString() }),
      );
      if (after === 0) await Promise.race([telling, wait(seconds(3))]);
    }
    return transaction;
  };
}

/**
 * Where the page leads back to: where the link says, or for a trade to where it always does [001 §7 Card payment
 * pages].
 */
function waysBack(origin: string, asked: URLSearchParams, transaction = '') {
  const own = { transaction_id: asked.get('reference') ?? '' };
  const success = new URL(asked.get('success_url') ?? backTo(origin, 'success', own));
  if (transaction !== '') success.searchParams.set('sandbox_reference', transaction);
  return { success: String(success), cancel: asked.get('cancel_url') ?? backTo(origin, 'cancel', own) };
}

type Link = { readonly link: string; readonly asked: URLSearchParams };

const show = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .code(status)
    .header('content-security-policy', sandboxPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * The demo's stand-in for a provider's hosted page (decision C1): it charges test cards, and tells what came of it by
 * its hook alone. In production its address does not exist.
 */
export function mountCardSandbox(app: FastifyInstance, services: Services): void {
  const { config, clock } = services;
  if (config.mode === 'production') return;
  const pay = sandbox(app, services);
  const linkOf = (link: string) => readSandboxLink(link, sandboxSecret(config, 'link'), clock());

  const onPaid = async (reply: FastifyReply, { link, asked }: Link, form: URLSearchParams) => {
    const [card, name] = [form.get('card'), (form.get('name') ?? '').trim().slice(0, 80)];
    const { cancel } = waysBack(config.origin, asked);
    if (!isTestCard(card) || name === '') return show(reply, cardForm({ link, asked, cancel }), 422);
    const code = form.get('code');
    if ('asksCode' in testCards[card] && code !== sandboxCode)
      return show(reply, codeForm({ link, asked, cancel, card, name, wrong: code !== null }));
    const transaction = await pay(asked, name, card);
    const ways = waysBack(config.origin, asked, transaction);
    if (card === 'decline') return show(reply, outcomePage('declined', { cancel, again: `/dev/card?${link}` }));
    if (card === 'silent') return show(reply, outcomePage('silent', ways));
    if (card === 'late') return show(reply, outcomePage('late', ways));
    return reply.redirect(ways.success, 303);
  };

  app.register(async (page) => {
    page.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8 * 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    page.get('/dev/card', async (request, reply) => {
      const link = request.raw.url?.split('?')[1] ?? '';
      const asked = linkOf(link);
      if (!asked) return show(reply, outcomePage('invalid', {}), 403);
      return show(reply, cardForm({ link, asked, cancel: waysBack(config.origin, asked).cancel }));
    });
    page.post('/dev/card', async (request: FastifyRequest, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const link = form.get('link') ?? '';
      const asked = linkOf(link);
      return asked ? onPaid(reply, { link, asked }, form) : show(reply, outcomePage('invalid', {}), 403);
    });
  });
}
