import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { withSystem } from '../../../platform/database/database.ts';
import { type OutboundOptions, outboundSender } from '../../../platform/http/outbound-http.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { RetryLater } from '../../../platform/jobs/jobs.ts';
import { deleteSubscription, findEndpoint } from './push-store.ts';

/** Key that identifies us to push services (VAPID, RFC 8292). */
type PushKey = {
  /** Uncompressed P-256 point as base64url. */
  readonly publicKey: string;
  readonly sign: (text: string) => string;
};

/** Reads a secret of 32 bytes as base64url; null if it is invalid. */
export function createPushKey(secret: string): PushKey | null {
  const d = Buffer.from(secret, 'base64url');
  if (d.length !== 32) return null;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(d);
  } catch {
    return null;
  }
  const point = curve.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: coordinate(1), y: coordinate(33) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    publicKey: point.toString('base64url'),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  };
}

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Push services accept up to 24 hours; 12 hours tolerate wrong clocks. */
const lifetimeS = 12 * 3600;

export function formatVapid(
  key: PushKey,
  { endpoint, contact, now }: { endpoint: URL; contact: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + lifetimeS;
  const unsigned = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud: endpoint.origin, exp, sub: contact })}`;
  return `vapid t=${unsigned}.${key.sign(unsigned)}, k=${key.publicKey}`;
}

/** `gone`: the browser unsubscribed. `later`: the push service is unavailable. */
type PushOutcome = 'sent' | 'gone' | 'later';

type PushOptions = OutboundOptions & {
  readonly key: PushKey;
  readonly contact: string;
  readonly clock: () => Date;
};

/** Limit for the whole request, as an idle timeout never ends a response that arrives byte by byte. */
const defaultTimeoutMs = 4_000;

/** Sends an empty push: no content leaves the server. */
export function pushGateway({ key, contact, clock, timeoutMs = defaultTimeoutMs, ...outbound }: PushOptions) {
  const send = outboundSender({ ...outbound, timeoutMs });
  return async (endpoint: string): Promise<PushOutcome> => {
    const url = new URL(endpoint);
    const headers = {
      authorization: formatVapid(key, { endpoint: url, contact, now: clock() }),
      // A push expires after a day and replaces an undelivered push of the same topic.
      ttl: '86400',
      urgency: 'normal',
      topic: 'notices',
      'content-length': '0',
    };
    const status = await send({ url, headers });
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'sent' : 'later';
  };
}

/** Pushes of one lane (one person) run one after the other. */
export type PushJob = { readonly id: string; readonly lane?: string };
export const pushJob = 'notices.push';

type SendPush = (endpoint: string) => Promise<PushOutcome>;

/** Returns null if no push key is configured. */
export function openPush({ config, clock }: Pick<Services, 'config' | 'clock'>): SendPush | null {
  const key = createPushKey(config.pushKey ?? '');
  const contact = config.origin.startsWith('https:') ? config.origin : 'mailto:no-reply@cryptocommerce.example';
  return key && pushGateway({ key, contact, clock });
}

/** Sends one push. Deletes the subscription of a gone browser. Throws `RetryLater` if the service is unavailable. */
export async function sendPush(
  { pool }: Pick<Services, 'pool'>,
  send: SendPush | null,
  { id }: PushJob,
): Promise<void> {
  const endpoint = send && (await withSystem(pool, (tx) => findEndpoint(tx, id)));
  if (!send || !endpoint) return;
  const outcome = await send(endpoint);
  if (outcome === 'gone') await withSystem(pool, (tx) => deleteSubscription(tx, id));
  if (outcome === 'later') throw new RetryLater('the push service takes nothing now');
}
