import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../platform/database/database.ts';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { deriveInWorker } from '../../platform/jobs/password-work.ts';
import type { ReleaseSlotWhile } from '../../platform/limits/anonymous-queue.ts';
import { decryptSecret, getSecrets } from './field-encryption.ts';
import { claimRecoveryCode, claimTotpStep, findAuthenticator } from './mfa-store.ts';
import { auditOwnAction } from './notify-owner.ts';
import type { Proof } from './schema.ts';
import { verifyPasskey } from './verify-passkey.ts';

/** Omits I, L, O, U, 0 and 1, which are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 12;
const codeCount = 10;

/** Ten codes of twelve characters (58 bits each), in groups of four. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
    return code.replace(/(.{4})(?=.)/g, '$1-');
  });

const normalizeCode = (input: string): string => input.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

const isRecoveryCode = (input: string): boolean => normalizeCode(input).length === codeLength;

/** Never change: stored codes were hashed with these parameters. */
const cost = { N: 16_384, r: 8, p: 1 } as const;

type CodeOwner = { readonly userId: string; readonly ip: string };

/** Deliberately slow. The salt binds the hash to the account. */
export async function hashRecoveryCode(code: string, { userId, ip }: CodeOwner): Promise<string> {
  const derivation = { secret: normalizeCode(code), salt: `recovery ${userId}`, bytes: 32, cost };
  return (await deriveInWorker(getQueueKeys(ip, userId), [derivation])).join('');
}

/** The codes of the previous and the next step are accepted too, as clocks differ. */
const stepSeconds = 30;
const windowSteps = 1;

const createTotp = (secret: Uint8Array, label: string) => {
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({ issuer: 'Cryptocommerce', label, secret: new Secret({ buffer: bytes }), period: stepSeconds });
};

/** Key length recommended by RFC 4226. */
export const secretBytes = 20;

export function getEnrolment(secret: Uint8Array, email: string): { uri: string; text: string } {
  const totp = createTotp(secret, email);
  return { uri: totp.toString(), text: totp.secret.base32 };
}

/** Returns the 30-second step (counted from 1970) of a valid code, else null. The caller must claim the step. */
function getTotpStep(code: string, secret: Uint8Array, now: Date): number | null {
  const delta = createTotp(secret, '').validate({ token: code, timestamp: now.getTime(), window: windowSteps });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}

export type VerifiedFactor = 'code' | 'recovery code' | 'passkey' | null;

type FactorOwner = {
  readonly userId: string;
  readonly request: { readonly id: string; readonly ip: string };
  readonly releaseSlotWhile?: ReleaseSlotWhile;
};

/** Verifies and consumes a code, recovery code or passkey challenge. Null when the proof is wrong or already used. */
export async function verifyFactor(
  services: Services,
  proof: Proof,
  factorOwner: FactorOwner,
): Promise<VerifiedFactor> {
  const { authDb } = services;
  if ('passkey' in proof) {
    const owner = await verifyPasskey(services, proof.passkey, { purpose: 'confirm', userId: factorOwner.userId });
    return owner?.userId === factorOwner.userId ? 'passkey' : null;
  }
  if (isRecoveryCode(proof.code)) {
    const { userId, request, releaseSlotWhile = (work) => work() } = factorOwner;
    const hash = await releaseSlotWhile(() => hashRecoveryCode(proof.code, { userId, ip: request.ip }));
    if (!(await claimRecoveryCode(authDb, userId, hash))) return null;
    await auditRecoveryCode(authDb, factorOwner);
    return 'recovery code';
  }
  return (await claimCode(services, proof.code, factorOwner)) === null ? null : 'code';
}

/** Claims a code; returns its encrypted secret, or null when wrong. `isPending` checks an unconfirmed secret. */
export async function claimCode(
  services: Services,
  code: string,
  { userId, isPending = false }: { userId: string; isPending?: boolean },
): Promise<Buffer | null> {
  const stored = await findAuthenticator(services.authDb, userId);
  if (!stored || (stored.confirmedAt === null) !== isPending) return null;
  const step = getTotpStep(code, decryptSecret(stored, userId, getSecrets(services.config)), services.clock());
  return step !== null && (await claimTotpStep(services.authDb, userId, step)) ? stored.encrypted : null;
}

const auditRecoveryCode = (db: Db, { userId, request }: FactorOwner) =>
  auditOwnAction(db, { userId, requestId: request.id }, { action: 'accounts.recovery_code_used' });
