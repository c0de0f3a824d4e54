import type { Webhook } from './client.ts';

/** Why a webhook is not to be believed. */
export class Unverified extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Unverified';
  }
}

/** A webhook as it came. */
export type Received = {
  /** Begins with `whsec_`. */
  readonly secret: string;
  /** All heads of the request; their names may be written in whatever letters. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came, byte for byte: never written anew from what was read out of it. */
  readonly body: string | Uint8Array;
  /** The moment; this one where none is said. */
  readonly now?: Date;
};

/** How far the moment of a webhook may be from ours, seconds. */
const window = 300;

function headOf(headers: Received['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : '';
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
};

/** Compares in a time that tells nothing of where the two differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let apart = 0;
  for (const [n, byte] of one.entries()) apart |= byte ^ (other[n] ?? 0);
  return apart === 0;
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, secret: string, header: string): Promise<boolean> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) return false;
  const usage = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = await crypto.subtle.importKey('raw', bytes, usage, false, ['sign']);
  const right = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  const given = header.split(' ').flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []));
  // Every one is compared, whether or not one was found.
  return given.map((one) => one !== null && isSame(one, right)).includes(true);
}

/**
 * Reads a webhook that is signed by us and of now (Standard Webhooks); throws `Unverified` for any other. One that was
 * told again has the same `webhook-id`: keep those that you have done for a day, and do none twice.
 */
export async function verifyWebhook({ secret, headers, body, now = new Date() }: Received): Promise<Webhook> {
  const [id, moment] = [headOf(headers, 'webhook-id'), headOf(headers, 'webhook-timestamp')];
  if (id === '' || !/^\d{1,12}$/.test(moment)) throw new Unverified('The heads of a webhook are missing');
  if (Math.abs(now.getTime() / 1000 - Number(moment)) > window) throw new Unverified('It is not of now');
  const text = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${moment}.`);
  const signed = new Uint8Array(head.length + text.length);
  signed.set(head);
  signed.set(text, head.length);
  if (!(await isSigned(signed, secret, headOf(headers, 'webhook-signature'))))
    throw new Unverified('It is not signed with this secret');
  return JSON.parse(new TextDecoder().decode(text)) as Webhook;
}
