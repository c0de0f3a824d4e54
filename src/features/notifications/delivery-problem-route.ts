import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Db, publishTopic, withSystem } from '../../platform/database/database.ts';
import { mountByteBodies } from '../../platform/http/json-body.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { canBeSigned, isSignatureValid } from '../../platform/http/webhook-signature.ts';
import { marketingConsent } from './customer-messages.ts';
import { findUserByAddress, hasConsent, insertConsent, insertProblem, type ProblemKind } from './store.ts';

type DeliveryEvent = {
  readonly kind: ProblemKind;
  readonly address: string;
  /** The sender's id of the event, for deduplication. */
  readonly eventId: string;
  readonly at: Date;
  readonly now: Date;
};

/** Records a bounce or complaint and ends marketing consent. Ignores unknown addresses; mandatory mails continue. */
export async function recordDeliveryProblem(tx: Db, { kind, address, eventId, at, now }: DeliveryEvent): Promise<void> {
  const person = await findUserByAddress(tx, address.trim().toLowerCase());
  if (!person || !(await insertProblem(tx, { person, kind, eventId, at }))) return;
  if (await hasConsent(tx, person))
    await insertConsent(tx, person, { given: false, version: marketingConsent.version, source: kind, at: now });
  publishTopic(tx, 'notices', person);
}

const maxBodyBytes = 256 * 1024;

const MailEvents = z.object({
  events: z
    .array(
      z.object({
        id: z.string().min(1).max(180),
        type: z.enum(['bounce', 'complaint']),
        address: z.string().min(3).max(254),
        at: z.iso.datetime(),
      }),
    )
    .max(500),
});

function parseMailEvents(body: Buffer): z.output<typeof MailEvents> | null {
  try {
    return MailEvents.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * Receives bounces and complaints from the mail service. Requests are signed as `mail-signature: t=…,v1=…` over time
 * and body (HMAC-SHA256) with one of `MAIL_HOOK_SECRETS`, within five minutes. A header that cannot be valid is refused
 * before the body is read.
 */
export function mountMailEvents(app: FastifyInstance, { config, pool, clock }: Services): void {
  const readSignature = ({ headers: { 'mail-signature': given } }: FastifyRequest, now: Date) => {
    return { header: typeof given === 'string' ? given : undefined, secrets: config.mailHookSecrets, now };
  };
  app.register(async (hooks) => {
    mountByteBodies(hooks, maxBodyBytes);
    hooks.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (!canBeSigned(readSignature(request, clock()))) return reply.code(403).send({ code: 'general.invalid_input' });
    });
    hooks.post('/api/hooks/mail', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const now = clock();
      if (!isSignatureValid({ ...readSignature(request, now), body }))
        return reply.code(403).send({ code: 'general.invalid_input' });
      const parsed = parseMailEvents(body);
      if (!parsed) return reply.code(422).send({ code: 'general.invalid_input' });
      await withSystem(pool, async (tx) => {
        for (const { id, type, address, at } of parsed.events)
          await recordDeliveryProblem(tx, { kind: type, address, eventId: `hook:${id}`, at: new Date(at), now });
      });
      return reply.send({ ok: true });
    });
  });
}
