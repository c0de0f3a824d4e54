import type { FastifyInstance, FastifyReply } from 'fastify';
import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { sameText } from '../../platform/signed.ts';
import { backTo } from './provider.ts';
import { sessionCalled } from './session-store.ts';
import { takeEvent } from './take-event.ts';
import { readWipayReturn } from './wipay-event.ts';
import { returnWord } from './wipay-gateway.ts';

type Back = { Params: { reference: string; word: string }; Querystring: Record<string, string | string[]> };

const refused = (reply: FastifyReply) => reply.code(403).send({ code: 'general.invalid_input' });

/**
 * Where a browser comes back to from WiPay, which tells nothing in any other way. What it brings is checked, written
 * down as an event where it is a charge, and led on, with `wipay_reference` (decision B9), to the page that shows what
 * the server knows.
 */
export function mountWipayReturn(app: FastifyInstance, services: Services): void {
  const { config, pool, clock } = services;
  app.get<Back>('/api/hooks/card/wipay/:reference/:word', async ({ params: { reference, word }, query }, reply) => {
    const { wipay } = config.cards;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (!wipay || !sameText(word, returnWord(config.authSecret, reference))) return refused(reply);
    const session = await asSystem(pool, (tx) => sessionCalled(tx, { provider: 'wipay', reference }));
    if (!session) return refused(reply);
    const { apiKey, environment } = wipay;
    const check = readWipayReturn(query, { reference, amount: session.amount, apiKey, environment, now: clock() });
    const ids = { transaction_id: session.dueId };
    if (check.ok) {
      await takeEvent(services, check.event);
      const found = { ...ids, wipay_reference: check.event.transactionId };
      return reply.redirect(backTo(config.origin, 'success', found), 303);
    }
    return check.fault === 'not_charged' ? reply.redirect(backTo(config.origin, 'cancel', ids), 303) : refused(reply);
  });
}
