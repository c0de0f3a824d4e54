import { authedSerial } from '../../platform/http/procedure.ts';
import { startPaymentOnce, startRefusalCodes } from '../payments/start-payment.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { planNames } from './plans.ts';
import { Subscribe } from './schema.ts';
import { hasPending, insertSubscription } from './store.ts';

/** Starts the payment of a month, due in 72 hours (decision A2). Allows one open payment. Idempotent by key (A9). */
export const subscribe = authedSerial
  .errors(startRefusalCodes)
  .errors(refusalCodes('subscriptions.pending_already', 'subscriptions.price_changed'))
  .input(Subscribe)
  .handler(async function subscribe({ context, input }) {
    const { services, tx } = context;
    const { plan, method, price } = input;
    return startPaymentOnce({ ...context, person: await context.userPromise }, input, async () => {
      if (await hasPending(tx)) refuse('subscriptions.pending_already', {});
      const { plan_prices } = await loadCurrentSettings(tx);
      if (plan_prices[plan] !== price) refuse('subscriptions.price_changed', {});
      const payableId = await insertSubscription(tx, { plan, method, now: services.clock() });
      return { payable: 'plan', payableId, title: `${planNames[plan]} plan, one month` };
    });
  });
