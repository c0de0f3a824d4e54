import type { Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import type { Aside } from '../../platform/strangers-turn.ts';
import { authenticatorOf, takeRecoveryCode, takeStep } from './factor-store.ts';
import { stepOf } from './one-time-code.ts';
import { ownerLine } from './owner-line.ts';
import { passkeyProved } from './passkey-proof.ts';
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import type { Proof } from './schema.ts';
import { secretsOf, unseal } from './sealing.ts';

/** By what somebody showed that they hold a factor of an account; null when they did not. */
export type Shown = 'code' | 'recovery code' | 'passkey' | null;

type Whose = {
  readonly userId: string;
  readonly request: { readonly id: string; readonly ip: string };
  /** For whoever stands at the door: slow work is done aside. */
  readonly aside?: Aside;
};

/**
 * Judges a second factor: a code of the app (each half minute's once), a recovery code (each once), or a passkey that
 * signs a challenge drawn for this person. What is taken is used up, whatever becomes of the act around it.
 */
export async function factorShown(services: Services, proof: Proof, whose: Whose): Promise<Shown> {
  const { authDb } = services;
  if ('passkey' in proof) {
    const owner = await passkeyProved(services, proof.passkey, { purpose: 'confirm', userId: whose.userId });
    return owner?.userId === whose.userId ? 'passkey' : null;
  }
  if (isRecoveryCode(proof.code)) {
    const { userId, request, aside = (work) => work() } = whose;
    const hash = await aside(() => hashRecoveryCode(proof.code, { userId, ip: request.ip }));
    if (!(await takeRecoveryCode(authDb, userId, hash))) return null;
    await recordRecovery(authDb, whose);
    return 'recovery code';
  }
  return (await codeTaken(services, proof.code, whose)) === null ? null : 'code';
}

/**
 * The sealed secret of which this is a code, right now and for the first time; null where it is none of the account's
 * app. `pending` asks one not in use yet.
 */
export async function codeTaken(
  services: Services,
  code: string,
  { userId, pending = false }: { userId: string; pending?: boolean },
): Promise<Buffer | null> {
  const kept = await authenticatorOf(services.authDb, userId);
  if (!kept || (kept.confirmedAt === null) !== pending) return null;
  const step = stepOf(code, unseal(kept, userId, secretsOf(services.config)), services.clock());
  return step !== null && (await takeStep(services.authDb, userId, step)) ? kept.sealed : null;
}

const recordRecovery = (db: Db, { userId, request }: Whose) =>
  ownerLine(db, { userId, requestId: request.id }, { action: 'accounts.recovery_code_used' });
