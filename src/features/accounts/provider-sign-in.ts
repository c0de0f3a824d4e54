import { createHash, hkdfSync } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { escapeHtml } from '../../kernel/markup.ts';
import type { Config } from '../../platform/config/config.ts';
import { getFaultCode } from '../../platform/database/database-faults.ts';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import { type Context, findRefusal, type Services } from '../../platform/http/procedure.ts';
import { queueSignIn, type ReleaseSlotWhile } from '../../platform/limits/anonymous-queue.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { isWithinLimit, isWithinLimits, revertAttempt, revertIfBusy } from '../../platform/limits/rate-limit.ts';
import { refusal } from '../../platform/messages.ts';
import { nameRequest, toLoggable } from '../../platform/observability/log.ts';
import { logRefusal } from '../../platform/observability/security-log.ts';
import { deviceHashOf } from './device.ts';
import { buildSearch, providerSignIn, secondStepSearch } from './mail-link.ts';
import { refuse } from './messages.ts';
import { type Attempt, ProviderDownError, redeemCode, startAttempt } from './provider-gateway.ts';
import { budgets } from './quotas.ts';
import { providerPage } from './security-messages.ts';
import { findStaffAccount, isDeviceOfAccount } from './session-store.ts';
import { startMfaSession, startSession } from './sign-in.ts';
import { connectionLimit, findLimitKeys, getSignInQuotaId } from './sign-in-limits.ts';

const attemptSeconds = 600;

type StoredAttempt = Attempt & { readonly search: string };

const getKey = ({ authSecret }: Pick<Config, 'authSecret'>): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', authSecret, '', 'cryptocommerce sign-in by a provider', 32));

function getCookie({ mode }: Pick<Config, 'mode'>) {
  const isProduction = mode === 'production';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isProduction } as const;
  return { name: isProduction ? '__Host-oidc' : 'oidc', options };
}

async function storeAttempt({ services, reply }: Context, attempt: StoredAttempt): Promise<void> {
  const { config, clock } = services;
  const sealed = await new EncryptJWT(attempt)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(clock().getTime() + attemptSeconds * 1000))
    .encrypt(getKey(config));
  const { name, options } = getCookie(config);
  reply.setCookie(name, sealed, { ...options, maxAge: attemptSeconds });
}

async function takeAttempt({ services, request, reply }: Context): Promise<StoredAttempt | null> {
  const { config, clock } = services;
  const { name, options } = getCookie(config);
  const sealed = request.cookies[name];
  if (sealed === undefined) return null;
  reply.clearCookie(name, options);
  const checks = { currentDate: clock(), requiredClaims: ['exp'] };
  const opened = await jwtDecrypt<StoredAttempt>(sealed, getKey(config), checks).catch(() => null);
  return opened?.payload ?? null;
}

const getSearch = ({ request }: Context): string => request.url.split('?')[1] ?? '';

type ProviderContext = Context & { readonly provider: { readonly oidc: NonNullable<Config['oidc']>; origin: string } };

async function startSignIn(context: ProviderContext): Promise<string> {
  // Otherwise another site could replace a user's session by starting a sign-in.
  if (!['same-origin', 'none', undefined].includes(context.request.headers['sec-fetch-site'] as string | undefined))
    refuse('accounts.provider_expired', {});
  checkRateLimit(context.services, 'provider', getConnectionKey(context.request.ip));
  const { attempt, url } = await refuseWhenDown(context, startAttempt(context.provider));
  await storeAttempt(context, { ...attempt, search: buildSearch('signin', getSearch(context).slice(0, 1_000)) });
  return url.href;
}

async function refuseWhenDown<T>({ services }: Context, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProviderDownError)) throw error;
    services.log.warn({ err: toLoggable(error) }, 'the sign-in provider does not answer');
    return refuse('general.busy', {});
  }
}

/** Counts like a sign-in with a password. The provider's sign-in replaces the password, never the second factor. */
async function finishSignIn(context: ProviderContext, releaseSlotWhile: ReleaseSlotWhile): Promise<string> {
  const { services, provider } = context;
  const { authDb } = services;
  const now = services.clock();
  const attempt = (await takeAttempt(context)) ?? refuse('accounts.provider_expired', {});
  const keys = await findLimitKeys('sign-in', context);
  if (!(await isWithinLimits(authDb, keys, { ...connectionLimit, now }))) refuse('accounts.too_many_tries', {});
  const onlyOnce = { tries: 1, seconds: 2 * attemptSeconds, now };
  if (!(await isWithinLimit(authDb, `provider:${attempt.state}`, onlyOnce))) refuse('accounts.provider_expired', {});
  const verdict = await revertIfBusy(authDb, keys, () =>
    releaseSlotWhile(() => refuseWhenDown(context, redeemCode(provider, getSearch(context), attempt))),
  );
  if ('fault' in verdict) services.log.warn({ err: toLoggable(verdict.fault) }, "the provider's answer was refused");
  const email = 'email' in verdict ? verdict.email : '';
  const account = (await findStaffAccount(authDb, email)) ?? refuse('accounts.provider_refused', {});
  const { userId, hash } = account;
  const browser = deviceHashOf(context);
  const device = (await isDeviceOfAccount(authDb, email, browser ?? '')) ? browser : null;
  await consumeQuota(authDb, budgets.signedIn, { id: getSignInQuotaId(userId, device), now });
  for (const key of keys) await revertAttempt(authDb, key);
  const proof = { userId, email, hash, by: 'OpenID Connect', issuer: provider.oidc.issuer } as const;
  const isSignedIn = !account.hasMfa && (await startSession(context, proof));
  if (!isSignedIn) await startMfaSession(context, { userId, hash, isByProvider: true });
  return `/auth${attempt.search}${isSignedIn ? '' : secondStepSearch}`;
}

const style =
  'body{font:16px/26px system-ui;margin:0 auto;max-width:520px;padding:48px 24px;background:#f5f0e4;color:#15211b}' +
  'h1{font-size:24px}a{color:#0f4d38;font-weight:600}';
const pagePolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;

function sendRefusalPage({ services, request, reply }: Context, thrown: unknown): FastifyReply {
  logRefusal(services, request, { error: thrown, input: null });
  const found = findRefusal(thrown);
  const refused = found ?? refusal(getFaultCode(thrown), { reference: request.id });
  if (!found) services.logFault(thrown, request.id, { procedure: nameRequest(request), status: refused.words.status });
  const { title = '', text } = refused.userMessage;
  return reply
    .code(refused.words.status)
    .header('content-security-policy', pagePolicy)
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en-JM"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>` +
        `<p>${escapeHtml(text)}</p><p><a href="/auth">${escapeHtml(providerPage.back)}</a></p></main></body></html>`,
    );
}

/** Sign-in of staff by the configured provider: authorization code flow with PKCE (OpenID Connect Core 1.0, 3.1). */
export function mountProviderSignIn(app: FastifyInstance, services: Services): void {
  const { oidc, origin } = services.config;
  if (!oidc) return;
  const provider = { oidc, origin };
  const redirectTo =
    (run: (context: ProviderContext) => Promise<string>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const context = { services, request, reply, provider };
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      try {
        return reply.redirect(await run(context));
      } catch (error) {
        return sendRefusalPage(context, error);
      }
    };
  app.get(providerSignIn.start, redirectTo(startSignIn));
  app.get(
    providerSignIn.callback,
    redirectTo((context) =>
      queueSignIn(context.request, (releaseSlotWhile) => finishSignIn(context, releaseSlotWhile)),
    ),
  );
}
