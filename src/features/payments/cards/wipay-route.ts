import type { FastifyInstance, FastifyReply } from 'fastify';
import { withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { constantTimeEqual } from '../../../platform/http/webhook-signature.ts';
import { getReturnUrl } from './provider.ts';
import { lockSessionByReference } from './session-store.ts';
import { storeWebhookEvent } from './store-webhook-event.ts';
import { verifyWipayReturn } from './wipay-event.ts';
import { createReturnToken } from './wipay-gateway.ts';

type ReturnRequest = { Params: { reference: string; word: string }; Querystring: Record<string, string | string[]> };

const sendRefusal = (reply: FastifyReply) => reply.code(403).send({ code: 'general.invalid_input' });

/** Mounts WiPay's return URL. Stores a verified charge, then redirects with `wipay_reference` (decision B9). */
export function mountWipayReturn(app: FastifyInstance, services: Services): void {
  const { config, pool, clock } = services;
  app.get<ReturnRequest>(
    '/api/hooks/card/wipay/:reference/:word',
    async ({ params: { reference, word }, query }, reply) => {
      const { wipay } = config.cards;
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      if (!wipay || !constantTimeEqual(word, createReturnToken(config.authSecret, reference)))
        return sendRefusal(reply);
      const session = await withSystem(pool, (tx) => lockSessionByReference(tx, { provider: 'wipay', reference }));
      if (!session) return sendRefusal(reply);
      const { apiKey, environment } = wipay;
      const check = verifyWipayReturn(query, { reference, amount: session.amount, apiKey, environment, now: clock() });
      const ids = { transaction_id: session.dueId };
      if (check.ok) {
        await storeWebhookEvent(services, check.event);
        const query = { ...ids, wipay_reference: check.event.transactionId };
        return reply.redirect(getReturnUrl(config.origin, 'success', query), 303);
      }
      return check.fault === 'not_charged'
        ? reply.redirect(getReturnUrl(config.origin, 'cancel', ids), 303)
        : sendRefusal(reply);
    },
  );
}
