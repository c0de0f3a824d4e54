import { audit, byStaff } from '../../platform/audit.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { liftFreeze } from './freeze-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { notifyOwner } from './notify-owner.ts';
import { accountPermissions } from './permissions.ts';
import { isUnfreezeReason } from './reasons.ts';
import { Unfreeze } from './schema.ts';

/** Lifts a freeze by a customer's own alarm. Staff cannot lift their own; other freezes end on the Freezes page. */
export const unfreeze = staff(accountPermissions.unfreeze)
  .errors(refusalCodes('accounts.not_frozen', 'accounts.reason_unknown', 'approvals.own_matter'))
  .input(Unfreeze)
  .handler(async function unfreeze({ context: { services, tx, person, request }, input: { userId, reasonCode } }) {
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!isUnfreezeReason(reasonCode)) refuse('accounts.reason_unknown', {});
    const owner = await liftFreeze(tx, userId, { by: person.id, reason: reasonCode });
    if (!owner) return refuse('accounts.not_frozen', {});
    const entry = { action: 'accounts.unfrozen', subjectType: 'account', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff({ person, request }), ...entry, reasonCode });
    await notifyOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: owner.email, about: 'unfrozen' });
    return { userId };
  });
