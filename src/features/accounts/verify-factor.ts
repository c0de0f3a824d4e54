import type { Db } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { ReleaseSlotWhile } from '../../platform/limits/anonymous-queue.ts';
import { auditOwnAction } from './audit.ts';
import { decryptSecret, getSecrets } from './field-encryption.ts';
import { claimRecoveryCode, claimTotpStep, findAuthenticator } from './mfa-store.ts';
import { getTotpStep } from './one-time-code.ts';
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import type { Proof } from './schema.ts';
import { verifyPasskey } from './verify-passkey.ts';

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
