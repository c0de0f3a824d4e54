import { mayRefuse, refuse } from '../../messages.ts';
import { audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { frozenSince, liftFreeze } from './freeze-store.ts';
import { isUnfreezeReason } from './reasons.ts';
import { Unfreeze } from './schema.ts';

/** Whether the account of a customer is frozen, so that nothing of theirs may be paid out. For *Trading* to ask. */
export const isFrozen = async (tx: Db, userId: string): Promise<boolean> => (await frozenSince(tx, userId)) !== null;

/** Lifts a freeze, for a listed reason; nobody lifts their own. */
export const unfreeze = staffOnly('compliance', 'admin')
  .errors(mayRefuse('accounts.not_frozen', 'accounts.reason_unknown', 'approvals.own_matter'))
  .input(Unfreeze)
  .handler(async ({ context: { tx, person, request }, input: { userId, reasonCode } }) => {
    if (userId === person.id) refuse('approvals.own_matter', {});
    if (!isUnfreezeReason(reasonCode)) refuse('accounts.reason_unknown', {});
    if (!(await liftFreeze(tx, userId, { by: person.id, reason: reasonCode }))) refuse('accounts.not_frozen', {});
    const record = {
      action: 'accounts.unfrozen',
      subjectType: 'account',
      subjectId: userId,
      aboutId: userId,
      reasonCode,
    };
    await audit(tx, { actorId: person.id, actorRole: person.roles.join(','), ...record, requestId: request.id });
    return { userId };
  });
