import type { Db, SessionUser } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { consumeQuota, getQuotaKey } from '../../platform/limits/quotas.ts';
import { revertIfBusy } from '../../platform/limits/rate-limit.ts';
import type { OwnerNotice } from './emails.ts';
import { refuse } from './messages.ts';
import { replaceRecoveryCodes, type SessionOwner, updateMfaFlag } from './mfa-store.ts';
import { auditOwnAction, notifyOwner } from './notify-owner.ts';
import { budgets } from './quotas.ts';
import { endSessions, forgetAllButSessionDevice, isStaff, lockMfaState, lockSession } from './session-store.ts';
import { createRecoveryCodes, hashRecoveryCode } from './verify-factor.ts';

export type AccountChange = {
  readonly services: Services;
  readonly person: SessionUser;
  readonly request: { id: string; ip: string };
};

/** Audits the change and enqueues the owner's mail. Call it in the transaction of the change. */
export async function recordChange(
  tx: Db,
  { services, person, request }: AccountChange,
  about: OwnerNotice,
): Promise<void> {
  await auditOwnAction(tx, { userId: person.id, requestId: request.id }, { action: `accounts.${about}` });
  await notifyOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: person.email, about });
}

/** Runs `change` with the session locked. Refuses when the session ended or MFA was turned on or off meanwhile. */
export const changeFactor = <T>({ services, person }: AccountChange, change: (tx: Db) => Promise<T>): Promise<T> =>
  services.authDb.transaction().execute(async (tx) => {
    const isUnchanged = await lockMfaState(tx, person.id, person.hasMfa);
    if (!(await lockSession(tx, person.sessionId))) refuse('accounts.sign_in_required', {});
    if (!isUnchanged) refuse('accounts.confirm_needed', {});
    return change(tx);
  });

/** The codes are shown once; only the hashes are stored. */
export type NewRecoveryCodes = { readonly codes: string[]; readonly hashes: readonly string[] };

/** Slow: call it before the transaction that stores the hashes. */
export async function generateRecoveryCodes({ services, person, request }: AccountChange): Promise<NewRecoveryCodes> {
  const { authDb, clock } = services;
  await consumeQuota(authDb, budgets.codes, { id: person.id, now: clock() });
  const codes = createRecoveryCodes();
  const codeOwner = { userId: person.id, ip: request.ip };
  const hashes: string[] = [];
  await revertIfBusy(authDb, [getQuotaKey(budgets.codes, person.id)], async () => {
    // Sequential: a full queue would reject some of ten parallel hashes, and all ten are needed.
    for (const code of codes) hashes.push(await hashRecoveryCode(code, codeOwner));
  });
  return { codes, hashes };
}

/** Generates recovery codes for the first factor; null for any other. */
export const generateFirstCodes = async (context: AccountChange): Promise<NewRecoveryCodes | null> =>
  context.person.hasMfa ? null : generateRecoveryCodes(context);

/** Refuses staff without a factor left: their password alone could then set one up. Returns whether one is left. */
export async function updateMfaAfterRemoval(tx: Db, userId: string): Promise<boolean> {
  const hasMfa = await updateMfaFlag(tx, userId);
  if (!hasMfa && (await isStaff(tx, userId))) refuse('accounts.staff_need_factor', {});
  return hasMfa;
}

/** Stores the codes of a first factor. Ends the sessions and forgets the devices that relied on the password alone. */
export async function completeFactor(
  tx: Db,
  owner: SessionOwner,
  newCodes: NewRecoveryCodes | null,
): Promise<string[] | null> {
  await updateMfaFlag(tx, owner.id);
  if (newCodes) {
    await replaceRecoveryCodes(tx, owner, newCodes.hashes);
    await endSessions(tx, owner.id, owner.sessionId);
    await forgetAllButSessionDevice(tx, owner);
  }
  return newCodes?.codes ?? null;
}
