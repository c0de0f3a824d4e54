import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Context, type Services, signInProcedure } from '../../platform/http/procedure.ts';
import { deviceHashOf } from './device.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditOwnAction, canRequestEmail, canRequestFrom } from './notify-owner.ts';
import { EmailOnly, VerifyEmail } from './schema.ts';
import { type AddressProof, findOwnerAt, findUnverifiedAddress, verifyAddress } from './store.ts';
import { consumeToken, createToken, findTokenOwner, storeToken } from './token-store.ts';
import { attemptPassword } from './verify-password.ts';

const TokenPayload = z.object({ email: z.string(), iat: z.number(), exp: z.number() });

type SignedToken = { readonly email: string; readonly at: Date };

/** Parses a signed token of November 2026; null if invalid or expired. Remove with the release after next (ADR 01). */
function parseSignedToken(token: string, { secret, now }: { secret: string; now: Date }): SignedToken | null {
  const [head, body = '', signature = ''] = token.split('.');
  const expectedBytes = Buffer.from(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'));
  const signatureBytes = Buffer.from(signature);
  if (expectedBytes.length !== signatureBytes.length || !timingSafeEqual(expectedBytes, signatureBytes)) return null;
  const { data } = TokenPayload.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (!data || data.exp * 1000 <= now.getTime()) return null;
  return { email: data.email, at: new Date(data.iat * 1000) };
}

/** `token` is set when the customer must `choose` a password. */
type VerifyResult =
  | { readonly next: 'sign_in' | 'password'; readonly token: null }
  | { readonly next: 'choose'; readonly token: string };

/**
 * Verifies the address once, without signing in [000 §7 Authentication, ASVS 7.6.2]. In a browser other than the
 * sign-up browser, the password is required (decision F2). After competing sign-ups, the user chooses a new password.
 */
export const verifyEmail = signInProcedure
  .errors(refusalCodes('accounts.link_invalid', 'accounts.sign_up_password_wrong', 'accounts.too_many_tries'))
  .input(VerifyEmail)
  .handler(async function verifyEmail({ context, input }): Promise<VerifyResult> {
    const { services } = context;
    const userId = await findOwnerId(services, input.token);
    const unverified = userId === undefined ? undefined : await findUnverifiedAddress(services.authDb, userId);
    if (!userId || !unverified) return refuse('accounts.link_invalid', {});
    const browser = deviceHashOf(context);
    const isSignUpBrowser = unverified.browser === null || unverified.browser === browser;
    if (isSignUpBrowser || unverified.hash === null)
      return activate(context, input.token, { userId, browser, hash: null });
    if (input.password === undefined) return { next: 'password', token: null };
    const { account, hash, revertCounts } = await attemptPassword(context, {
      email: unverified.email,
      password: input.password,
    });
    if (!account || !hash) return refuse('accounts.sign_up_password_wrong', {});
    const result = await activate(context, input.token, { userId, browser, hash: account.hash });
    await revertCounts();
    return result;
  });

function activate(context: Context, token: string, { userId, browser, hash }: AddressProof): Promise<VerifyResult> {
  const { services, request } = context;
  return services.authDb.transaction().execute(async (tx) => {
    const isConsumed = await consumeToken(tx, 'verify', token);
    if (!isConsumed && !parseSigned(services, token)) refuse('accounts.link_invalid', {});
    const verified = (await verifyAddress(tx, { userId, browser, hash })) ?? refuse('accounts.link_invalid', {});
    await auditOwnAction(tx, { userId, requestId: request.id }, { action: 'accounts.email_verified' });
    // Screened here, not at sign-up, where anyone could raise urgent alerts with invented names.
    await services.jobs.enqueue(tx, 'screening.names', { userId });
    if (verified.hasPassword) return { next: 'sign_in', token: null };
    const resetToken = createToken();
    await storeToken(tx, verified.email, { purpose: 'reset', token: resetToken });
    return { next: 'choose', token: resetToken };
  });
}

const parseSigned = ({ config, clock }: Services, token: string) =>
  parseSignedToken(token, { secret: config.authSecret, now: clock() });

async function findOwnerId(services: Services, token: string): Promise<string | undefined> {
  const { authDb } = services;
  const owner = await findTokenOwner(authDb, 'verify', token);
  if (owner) return owner.userId;
  const signedToken = parseSigned(services, token);
  return signedToken ? findOwnerAt(authDb, signedToken) : undefined;
}

/** Resends the verification mail [000 §7 Authentication]. The response is the same for every address. */
export const resendVerification = signInProcedure
  .errors(refusalCodes('accounts.too_many_mails'))
  .input(EmailOnly)
  .handler(async function resendVerification({ context, input }) {
    const { services } = context;
    const { email } = input;
    if (
      !(await canRequestFrom('verification', email, context)) ||
      !(await canRequestEmail('verification', email, context))
    )
      refuse('accounts.too_many_mails', {});
    await services.jobs.enqueue(services.authDb, 'accounts.verification', { email: input.email });
    return { email: input.email };
  });
