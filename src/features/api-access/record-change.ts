import { audit, byCustomer } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { getApiKey } from '../../platform/http/api-key.ts';
import type { Context } from '../../platform/http/procedure.ts';
import type { OwnerNotice } from '../accounts/emails.ts';
import type { AccountChange } from '../accounts/mfa-change.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';

type ChangeRecord = { readonly about: OwnerNotice & `program_${string}`; readonly after: object };

/** Records a change of a key or webhook URL in the audit log and emails the owner. */
export async function recordChange(
  tx: Db,
  { services, person, request }: AccountChange,
  { about, after }: ChangeRecord,
): Promise<void> {
  await audit(tx, {
    ...byCustomer({ person, request }),
    action: `programs.${about.replace('program_', '')}`,
    subjectType: 'account',
    subjectId: person.id,
    after,
  });
  await notifyOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: person.email, about });
}

/** Emails the owner about an order by API key, up to a daily limit, to reveal a stolen key. */
export async function notifyOfOrder({ services, request }: Pick<Context, 'services' | 'request'>): Promise<void> {
  const program = getApiKey(request);
  const context = { jobs: services.jobs, now: services.clock() };
  if (program) await notifyOwner(services.authDb, context, { email: program.email, about: 'program_placed' });
}
