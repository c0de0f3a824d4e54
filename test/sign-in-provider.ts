import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll } from 'vitest';

export const oidcClient = { OIDC_CLIENT_ID: 'crypto:commerce', OIDC_CLIENT_SECRET: 'secret of the/client' };

type Grant = { readonly query: URLSearchParams; readonly claims: JWTPayload };

/** OpenID Connect provider on this machine. `claims` describes who signs in next, and `requests` counts by path. */
export type SignInProvider = {
  readonly issuer: string;
  claims: JWTPayload;
  userInfo: JWTPayload;
  isDown: boolean;
  signsWithUnknownKey: boolean;
  readonly requests: Map<string, number>;
};

const hash = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

async function createSigner() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'a' }).sign(privateKey);
  return { sign, jwk: { ...(await exportJWK(publicKey)), kid: 'a', alg: 'RS256', use: 'sig' } };
}

const encodePart = (part: string) => encodeURIComponent(part).replaceAll('%20', '+');
const basic = Buffer.from(Object.values(oidcClient).map(encodePart).join(':')).toString('base64');

async function takeGrant(grants: Map<string, Grant>, request: IncomingMessage): Promise<Grant | undefined> {
  const form = new URLSearchParams(await text(request));
  const grant = grants.get(form.get('code') ?? '');
  grants.delete(form.get('code') ?? '');
  const isRightful =
    request.headers.authorization === `Basic ${basic}` &&
    form.get('redirect_uri') === grant?.query.get('redirect_uri') &&
    hash(form.get('code_verifier') ?? '') === grant?.query.get('code_challenge');
  return isRightful ? grant : undefined;
}

export async function startSignInProvider(): Promise<SignInProvider> {
  const [{ sign, jwk }, unknown] = [await createSigner(), await createSigner()];
  const grants = new Map<string, Grant>();
  const requests = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', provider.issuer);
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1);
    const send = (body: object, status = provider.isDown ? 503 : 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return send(describeEndpoints(provider.issuer));
    if (pathname === '/keys') return send({ keys: [jwk] });
    if (pathname === '/person') return send({ sub: 'person-1', ...provider.userInfo });
    if (pathname === '/authorize') {
      const code = randomUUID();
      grants.set(code, { query, claims: provider.claims });
      const answer = new URLSearchParams({ code, state: query.get('state') ?? '' });
      return response.writeHead(302, { location: `${query.get('redirect_uri')}?${answer}` }).end();
    }
    const grant = await takeGrant(grants, request);
    if (!grant) return send({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: provider.issuer, sub: 'person-1', aud: oidcClient.OIDC_CLIENT_ID, iat: now, exp: now + 60 };
    const claims = { ...standard, nonce: grant.query.get('nonce'), ...grant.claims };
    const idToken = await (provider.signsWithUnknownKey ? unknown.sign : sign)(claims);
    return send({ access_token: randomUUID(), token_type: 'Bearer', id_token: idToken });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  afterAll(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const switches = { claims: {}, userInfo: {}, isDown: false, signsWithUnknownKey: false };
  const provider: SignInProvider = { issuer, requests, ...switches };
  return provider;
}

const describeEndpoints = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/person`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});
