import { announce, isOwn } from '../../platform/database.ts';
import { refuseAtDesk, unlessAtDesk } from '../approvals/decide.ts';
import { officer, record } from '../compliance/desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { Freeze } from './schema.ts';
import { freezeByHand, isCustomer } from './store.ts';

/**
 * Freezes a customer by hand, for a reason: one person is enough to stop, two thaw (decision E2). Whoever works at the
 * desk is stopped by two, who take their roles first. The customer reads
 * neutral words where an order would be placed, and nothing else (decision A7).
 */
export const freezeCustomer = officer()
  .errors(mayRefuse('freezes.frozen_already', 'approvals.works_at_desk'))
  .input(Freeze)
  .handler(async ({ context, input: { userId, reason } }) => {
    const { tx, person, services } = context;
    if (isOwn(person, userId)) refuse('approvals.own_matter', {});
    if (!(await isCustomer(tx, userId))) refuse('compliance.customer_not_found', {});
    await refuseAtDesk(tx, userId);
    const freezing = freezeByHand(tx, { userId, by: person.id, reason, at: services.clock() });
    if (!(await unlessAtDesk(freezing))) refuse('freezes.frozen_already', {});
    await record(context, {
      action: 'compliance.frozen',
      subjectType: 'account',
      subjectId: userId,
      aboutId: userId,
      reasonCode: 'by_hand',
      after: { reason },
    });
    announce(tx, 'desk');
    return { userId };
  });
