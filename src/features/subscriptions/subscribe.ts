import { signedInAlone } from '../../platform/procedure.ts';
import { beginMayRefuse, beginOnce } from '../payments/begin.ts';
import { currentSettings } from '../settings/store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { planNames } from './plans.ts';
import { Subscribe } from './schema.ts';
import { hasPending, insertSubscription } from './store.ts';

/**
 * Begins a month of a plan: from here on it has a reference and 72 hours to be paid (decision A2). While another runs
 * it begins where that ends. One at a time, whatever the tab or the way of paying; one for one request (A9).
 */
export const subscribe = signedInAlone
  .errors(beginMayRefuse)
  .errors(mayRefuse('subscriptions.pending_already', 'subscriptions.price_changed'))
  .input(Subscribe)
  .handler(async ({ context, input }) => {
    const { services, tx } = context;
    const { plan, method, price } = input;
    return beginOnce({ ...context, person: await context.arriving }, input, async () => {
      if (await hasPending(tx)) refuse('subscriptions.pending_already', {});
      const { plan_prices } = await currentSettings(tx);
      if (plan_prices[plan] !== price) refuse('subscriptions.price_changed', {});
      const payableId = await insertSubscription(tx, { plan, method, now: services.clock() });
      return { payable: 'plan', payableId, title: `${planNames[plan]} plan, one month` };
    });
  });
