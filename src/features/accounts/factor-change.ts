import { budgetKey, spend } from '../../platform/budgets.ts';
import type { Db, Person } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { unlessCrowdedOut } from '../../platform/rate-limit.ts';
import { budgets } from './budgets.ts';
import { forgetDevicesBeside } from './device-store.ts';
import { type Holder, replaceCodes, settleFactor } from './factor-store.ts';
import type { OwnerNotice } from './letters.ts';
import { refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { factorStands, forgetProofsBeside, holdSession } from './session-store.ts';
import { tellOwner } from './tell-owner.ts';

/** What every change of a factor works with. */
export type Changing = {
  readonly services: Services;
  readonly person: Person;
  readonly request: { id: string; ip: string };
};

/** Writes a change down and puts the letter about it on its way to the owner, in one transaction with the change. */
export async function recordChange(tx: Db, { services, person, request }: Changing, about: OwnerNotice): Promise<void> {
  await ownerLine(tx, { userId: person.id, requestId: request.id }, { action: `accounts.${about}` });
  await tellOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: person.email, about });
}

/**
 * Changes a factor in one transaction that holds the session: what ends it, such as 'This was not me', either finds the
 * whole change or is found by it. Where the account's first factor came meanwhile, or its last one went, whoever
 * changes one proves anew who they are. Of two at one moment the second finds what the first left.
 */
export const changing = <T>({ services, person }: Changing, change: (tx: Db) => Promise<T>): Promise<T> =>
  services.authDb.transaction().execute(async (tx) => {
    const stands = await factorStands(tx, person.id, person.factor);
    if (!(await holdSession(tx, person.sessionId))) refuse('accounts.sign_in_required', {});
    if (!stands) refuse('accounts.confirm_needed', {});
    return change(tx);
  });

/** Recovery codes to be shown once, each with the hash to be kept. */
export type Drawn = { readonly codes: string[]; readonly hashes: readonly string[] };

/** Draws ten recovery codes. It is slow: to be done before the transaction that keeps them. */
export async function drawCodes({ services, person, request }: Changing): Promise<Drawn> {
  const { authDb, clock } = services;
  await spend(authDb, budgets.codes, { id: person.id, now: clock() });
  const codes = newRecoveryCodes();
  const of = { userId: person.id, ip: request.ip };
  const hashes: string[] = [];
  await unlessCrowdedOut(authDb, [budgetKey(budgets.codes, person.id)], async () => {
    // One after the other: in a full line ten of one account would be the first to make room, and all ten are needed.
    for (const code of codes) hashes.push(await hashRecoveryCode(code, of));
  });
  return { codes, hashes };
}

/** For a factor that comes: when it is the first, there must be codes for the day it is lost. */
export const codesOfFirst = async (context: Changing): Promise<Drawn | null> =>
  context.person.factor ? null : drawCodes(context);

/**
 * A factor came, with these codes if it is the first. Answers them. What other sessions proved by the password alone
 * counts no more from the first on, and a browser that came in by it alone is a stranger's as much as the owner's.
 */
export async function factorCame(tx: Db, holder: Holder, drawn: Drawn | null): Promise<string[] | null> {
  await settleFactor(tx, holder.id);
  if (drawn) {
    await replaceCodes(tx, holder, drawn.hashes);
    await forgetProofsBeside(tx, holder);
    await forgetDevicesBeside(tx, holder);
  }
  return drawn?.codes ?? null;
}
