import { createHmac, randomUUID } from 'node:crypto';

type Merchant = { readonly keyId: string; readonly secret: string; readonly hookSecret: string };

type Claims = { amount: string; currency: string; custom_reference: string; exp?: number; nbf?: number };

/** Fake Fygaro, with the checks of its documentation and webhook library. */
export function fakeFygaro({ keyId, secret, hookSecret }: Merchant) {
  const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);
  const decodePart = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

  function openLink(url: string, now: Date): Claims {
    const [head = '', body = '', signature = ''] = (new URL(url).searchParams.get('jwt') ?? '').split('.');
    const { alg, typ, kid } = decodePart(head);
    if (alg !== 'HS256' || typ !== 'JWT' || kid !== keyId) throw new Error('unknown key');
    if (hmac(secret, `${head}.${body}`).digest('base64url') !== signature) throw new Error('wrong signature');
    const claims: Claims = decodePart(body);
    const unixSeconds = now.getTime() / 1000;
    if ((claims.exp ?? Number.POSITIVE_INFINITY) < unixSeconds || (claims.nbf ?? 0) > unixSeconds)
      throw new Error('not now');
    if (!/^\d+\.\d{2}$/.test(claims.amount) || !['JMD', 'USD'].includes(claims.currency)) throw new Error('no amount');
    return claims;
  }

  function createChargeHook(claims: Claims, { now, name = 'Ina Brown' }: { now: Date; name?: string }) {
    const transactionId = randomUUID();
    const body = JSON.stringify({
      transactionId,
      reference: randomUUID(),
      customReference: claims.custom_reference,
      amount: claims.amount,
      currency: claims.currency,
      createdAt: now.toISOString(),
      client: { name, email: 'ina@example.com' },
    });
    const t = Math.floor(now.getTime() / 1000);
    const signature = `t=${t},v1=${hmac(hookSecret, `${t}.${body}`).digest('hex')}`;
    const headers = {
      'content-type': 'application/json',
      'fygaro-signature': signature,
      'fygaro-key-id': keyId,
    };
    return { transactionId, body, headers };
  }
  return { openLink, createChargeHook };
}
