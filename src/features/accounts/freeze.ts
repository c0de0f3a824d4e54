import { audit, byStaff } from '../../platform/audit.ts';
import { isOwn } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { accountActs } from './acts.ts';
import { liftFreeze } from './freeze-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { isUnfreezeReason } from './reasons.ts';
import { Unfreeze } from './schema.ts';

/** Lifts the freeze of a customer's own alarm, for a listed reason; nobody lifts their own. Others end in *Freezes*. */
export const unfreeze = staffOnly(accountActs.unfreeze)
  .errors(mayRefuse('accounts.not_frozen', 'accounts.reason_unknown', 'approvals.own_matter'))
  .input(Unfreeze)
  .handler(async ({ context: { tx, person, request }, input: { userId, reasonCode } }) => {
    if (isOwn(person, userId)) refuse('approvals.own_matter', {});
    if (!isUnfreezeReason(reasonCode)) refuse('accounts.reason_unknown', {});
    if (!(await liftFreeze(tx, userId, { by: person.id, reason: reasonCode }))) refuse('accounts.not_frozen', {});
    const record = { action: 'accounts.unfrozen', subjectType: 'account', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff({ person, request }), ...record, reasonCode });
    return { userId };
  });
