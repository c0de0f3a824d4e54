import { isSamePerson, publishTopic } from '../../platform/database/database.ts';
import { assertNotStaff, mapStaffFreeze } from '../approvals/decide.ts';
import { auditChange, complianceProcedure } from '../compliance/procedures.ts';
import { refusalCodes, refuse } from './messages.ts';
import { Freeze } from './schema.ts';
import { freezeManually, isCustomer } from './store.ts';

/** One officer freezes, two unfreeze (decision E2). The customer sees a neutral message only (decision A7). */
export const freezeCustomer = complianceProcedure()
  .errors(refusalCodes('freezes.frozen_already', 'approvals.works_at_desk'))
  .input(Freeze)
  .handler(async function freezeCustomer({ context, input: { userId, reason } }) {
    const { tx, person, services } = context;
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!(await isCustomer(tx, userId))) refuse('compliance.customer_not_found', {});
    await assertNotStaff(tx, userId);
    const frozen = freezeManually(tx, { userId, by: person.id, reason, at: services.clock() });
    if (!(await mapStaffFreeze(frozen))) refuse('freezes.frozen_already', {});
    await auditChange(context, {
      action: 'compliance.frozen',
      subjectType: 'account',
      subjectId: userId,
      aboutId: userId,
      reasonCode: 'by_hand',
      after: { reason },
    });
    publishTopic(tx, 'desk');
    return { userId };
  });
