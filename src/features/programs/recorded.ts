import { audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { Changing } from '../accounts/factor-change.ts';
import type { OwnerNotice } from '../accounts/letters.ts';
import { tellOwner } from '../accounts/tell-owner.ts';

type What = { readonly about: OwnerNotice & `program_${string}`; readonly after: object };

/** Writes down what was done with a key or an address, and tells the owner, in one transaction with the change. */
export async function recorded(tx: Db, { services, person, request }: Changing, { about, after }: What): Promise<void> {
  await audit(tx, {
    actorId: person.id,
    actorRole: 'customer',
    action: `programs.${about.replace('program_', '')}`,
    subjectType: 'account',
    subjectId: person.id,
    after,
    requestId: request.id,
  });
  await tellOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: person.email, about });
}
