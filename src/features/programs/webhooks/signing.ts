import { createHmac, randomBytes } from 'node:crypto';

/** A new secret in the form of Standard Webhooks: its name, and 32 bytes of chance as base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** What is signed, and with which secrets: two while one takes the place of another. */
type ToSign = { readonly id: string; readonly at: Date; readonly body: string; readonly secrets: readonly string[] };

/** The three heads of a webhook (Standard Webhooks): which it is, when it was sent, and a signature for each secret. */
export function webhookHeads({ id, at, body, secrets }: ToSign): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
