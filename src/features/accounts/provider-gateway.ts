import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetchOptions,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Config } from '../../platform/config/config.ts';
import { readTextLimited } from '../../platform/http/read-limited.ts';
import { providerSignIn } from './mail-link.ts';
import { Email } from './schema.ts';

type Provider = NonNullable<Config['oidc']>;
type ProviderConfig = { readonly oidc: Provider; readonly origin: string };

export type Attempt = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Thrown when the provider is unreachable, too slow or faulty. Trying again later may succeed. */
export class ProviderDownError extends Error {}

const timeoutSeconds = 5;
const maxAnswerBytes = 256 * 1024;

async function fetchLimited(url: string, options: CustomFetchOptions): Promise<Response> {
  try {
    const response = await fetch(url, options as RequestInit);
    const text = await readTextLimited(response, maxAnswerBytes, () => new Error('the answer is too long'));
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return new Response(text || null, response);
  } catch (cause) {
    throw new ProviderDownError('no answer', { cause });
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const server = new URL(issuer);
  const authenticate: ClientAuth = (metadata, ...request) => {
    const isPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (isPost ? ClientSecretPost : ClientSecretBasic)(clientSecret)(metadata, ...request);
  };
  const isLocal = server.protocol === 'http:';
  const found = await discovery(server, clientId, undefined, authenticate, {
    [customFetch]: fetchLimited,
    timeout: timeoutSeconds,
    execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
  });
  // The library exempts the shared issuers of Microsoft, which any company can use.
  if (new URL(found.serverMetadata().issuer).href !== server.href) throw new Error('metadata of another issuer');
  return found;
}

const maxAgeMs = 3_600_000;
type Discovery = { readonly at: number; readonly found: Promise<Configuration> };
const discoveries = new WeakMap<Provider, Discovery>();

/** Loads the discovery document at the first sign-in and once an hour. Throws {@link ProviderDownError}. */
async function findConfiguration(provider: Provider): Promise<Configuration> {
  const cached = discoveries.get(provider);
  const now = performance.now();
  if (cached && now - cached.at < maxAgeMs) return cached.found;
  const found = discover(provider).catch((cause: unknown) => {
    discoveries.delete(provider);
    throw new ProviderDownError('no usable discovery document', { cause });
  });
  discoveries.set(provider, { at: now, found });
  return found;
}

export async function startAttempt({ oidc, origin }: ProviderConfig): Promise<{ attempt: Attempt; url: URL }> {
  const configuration = await findConfiguration(oidc);
  const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: `${origin}${providerSignIn.callback}`,
    scope: 'openid email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  });
  return { attempt, url };
}

const isRefusal = (error: unknown): boolean =>
  [ClientError, AuthorizationResponseError, ResponseBodyError].some((kind) => error instanceof kind);

type Verdict = { readonly email: string } | { readonly fault: unknown };

/** Returns the email that the provider verified, else the fault for the log. Throws {@link ProviderDownError}. */
export async function redeemCode(
  { oidc, origin }: ProviderConfig,
  query: string,
  { state, nonce, verifier }: Attempt,
): Promise<Verdict> {
  const configuration = await findConfiguration(oidc);
  try {
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(`${origin}${providerSignIn.callback}?${query}`),
      {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      },
    );
    const idToken = tokens.claims();
    const hasEmail = idToken?.['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint;
    const claims = hasEmail ? idToken : await fetchUserInfo(configuration, tokens.access_token, idToken?.sub ?? '');
    const email = Email.safeParse(claims?.['email']);
    const isVerified = claims?.['email_verified'] === true && email.success;
    return isVerified ? { email: email.data } : { fault: new Error('no verified email') };
  } catch (error) {
    if (error instanceof ClientError && error.cause instanceof ProviderDownError) throw error.cause;
    if (isRefusal(error)) return { fault: error };
    throw error;
  }
}
