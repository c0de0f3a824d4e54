import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asSystem } from '../../platform/database.ts';
import { mountByteBodies } from '../../platform/json-body.ts';
import type { Services } from '../../platform/procedure.ts';
import { isSigned, mayBeSigned } from '../../platform/signed.ts';
import { noteTrouble } from './trouble.ts';

const largestBody = 256 * 1024;

/** What became of mails, as whoever sends them for us tells it. */
const MailTroubles = z.object({
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

function readTroubles(body: Buffer): z.output<typeof MailTroubles> | null {
  try {
    return MailTroubles.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * Where the mail service tells of mails that came back or were called spam: signed as `mail-signature: t=…,v1=…` over
 * moment and bytes (HMAC-SHA256) with one of `MAIL_HOOK_SECRETS`, within five minutes. Without a secret nobody may.
 * What cannot be signed, by its head, is not read.
 */
export function mountMailTroubles(app: FastifyInstance, { config, pool, clock }: Services): void {
  const claimOf = ({ headers: { 'mail-signature': given } }: FastifyRequest, now: Date) => {
    return { header: typeof given === 'string' ? given : undefined, secrets: config.mailHookSecrets, now };
  };
  app.register(async (hooks) => {
    mountByteBodies(hooks, largestBody);
    hooks.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (!mayBeSigned(claimOf(request, clock()))) return reply.code(403).send({ code: 'general.invalid_input' });
    });
    hooks.post('/api/hooks/mail', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const now = clock();
      if (!isSigned({ ...claimOf(request, now), body })) return reply.code(403).send({ code: 'general.invalid_input' });
      const told = readTroubles(body);
      if (!told) return reply.code(422).send({ code: 'general.invalid_input' });
      await asSystem(pool, async (tx) => {
        for (const { id, type, address, at } of told.events)
          await noteTrouble(tx, { kind: type, address, eventId: `hook:${id}`, at: new Date(at), now });
      });
      return reply.send({ ok: true });
    });
  });
}
