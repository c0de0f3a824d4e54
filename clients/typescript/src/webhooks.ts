import type { Webhook } from './client.ts';

/** The webhook is not from us, or its timestamp is too old. */
export class Unverified extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unverified';
  }
}

export type Received = {
  /** Begins with `whsec_`. */
  readonly secret: string;
  /** Headers of the request. Their names are not case-sensitive. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Raw body of the request. Do not serialize a parsed body again. */
  readonly body: string | Uint8Array;
  /** The default is the current time. */
  readonly now?: Date;
};

/** Maximum difference between the timestamp and the local clock. */
const toleranceSeconds = 300;

function getHeader(headers: Received['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : '';
}

const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
};

/** Takes constant time, to prevent timing attacks. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [n, byte] of a.entries()) difference |= byte ^ (b[n] ?? 0);
  return difference === 0;
}

async function hasSignature(signed: Uint8Array<ArrayBuffer>, secret: string, header: string): Promise<boolean> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) return false;
  const usage = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = await crypto.subtle.importKey('raw', bytes, usage, false, ['sign']);
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  const signatures = header.split(' ').flatMap((text) => (text.startsWith('v1,') ? [decodeBase64(text.slice(3))] : []));
  // Compares all signatures, so that the time does not depend on the match.
  return signatures.map((signature) => signature !== null && isEqual(signature, expected)).includes(true);
}

/**
 * Verifies and parses a webhook (Standard Webhooks). Throws `Unverified` for a wrong signature or timestamp. A retry
 * has the same `webhook-id`, so store each id for a day and skip repeats.
 */
export async function verifyWebhook({ secret, headers, body, now = new Date() }: Received): Promise<Webhook> {
  const [id, timestamp] = [getHeader(headers, 'webhook-id'), getHeader(headers, 'webhook-timestamp')];
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) throw new Unverified('The webhook headers are missing');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new Unverified('The timestamp is outside the tolerance');
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + content.length);
  signed.set(prefix);
  signed.set(content, prefix.length);
  if (!(await hasSignature(signed, secret, getHeader(headers, 'webhook-signature'))))
    throw new Unverified('No signature matches the secret');
  return JSON.parse(new TextDecoder().decode(content)) as Webhook;
}
