import { audit } from '../../platform/audit.ts';
import type { Db, Person } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { type Holder, replaceCodes, settleFactor } from './factor-store.ts';
import type { Told } from './letters.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';

/** What every change of a factor works with. */
export type Changing = { readonly services: Services; readonly person: Person; readonly request: { id: string } };

/** Writes a change down and puts the letter about it on its way to the owner, in one transaction with the change. */
export async function recordChange(tx: Db, { services, person, request }: Changing, about: Told): Promise<void> {
  await audit(tx, {
    actorId: person.id,
    actorRole: 'customer',
    action: `accounts.${about}`,
    subjectType: 'account',
    subjectId: person.id,
    requestId: request.id,
  });
  await tellOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: person.email, about });
}

/** A factor came: when it is the first, there must be codes for the day it is lost. Answers them, to be shown once. */
export async function factorCame(tx: Db, { person }: Changing, hadFactor: boolean): Promise<string[] | null> {
  await settleFactor(tx, person.id);
  return hadFactor ? null : giveCodes(tx, person);
}

/** Ten new recovery codes in place of all that were. */
export async function giveCodes(tx: Db, holder: Holder): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceCodes(tx, holder, await Promise.all(codes.map((code) => hashRecoveryCode(code, holder.id))));
  return codes;
}
