import { isOwn } from '../../../platform/database.ts';
import { giveKeeper } from '../../movements/unassigned-store.ts';
import { unassignedActs } from '../acts.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { OneMoney } from './schema.ts';
import { cashier, moneyFor, rememberMoney } from './work.ts';

/**
 * Takes unassigned money over from whoever looks after it: from then on it bears this person's name (decision E6). It
 * moves nothing, and whoever else works with money may act on it all the same.
 */
export const lookAfter = cashier(unassignedActs.work)
  .errors(mayRefuse('desk.yours_already'))
  .input(OneMoney)
  .handler(async ({ context, input }) => {
    const { tx, person, services } = context;
    const money = await moneyFor(context, input.movementId);
    if (money.keeper && isOwn(person, money.keeper.id)) refuse('desk.yours_already', {});
    const kept = { keeper: person.id, at: services.clock() };
    if (!(await giveKeeper(tx, money.id, kept))) refuse('desk.no_such_money', {});
    const after = { keeper: person.id, before: money.keeper?.id ?? null };
    return rememberMoney(context, money, { action: 'unassignedTaken', after });
  });
