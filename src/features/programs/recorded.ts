import { audit, byCustomer } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { Context } from '../../platform/procedure.ts';
import { programOf } from '../../platform/programs.ts';
import type { Changing } from '../accounts/factor-change.ts';
import type { OwnerNotice } from '../accounts/letters.ts';
import { tellOwner } from '../accounts/tell-owner.ts';

type What = { readonly about: OwnerNotice & `program_${string}`; readonly after: object };

/** Writes down what was done with a key or an address, and tells the owner, in one transaction with the change. */
export async function recorded(tx: Db, { services, person, request }: Changing, { about, after }: What): Promise<void> {
  await audit(tx, {
    ...byCustomer({ person, request }),
    action: `programs.${about.replace('program_', '')}`,
    subjectType: 'account',
    subjectId: person.id,
    after,
  });
  await tellOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: person.email, about });
}

/** Tells the owner of a key that it placed an order, some times a day: whoever took the key away from them is seen. */
export async function tellOfOrder({ services, request }: Pick<Context, 'services' | 'request'>): Promise<void> {
  const by = programOf(request);
  const told = { jobs: services.jobs, now: services.clock() };
  if (by) await tellOwner(services.authDb, told, { email: by.email, about: 'program_placed' });
}
