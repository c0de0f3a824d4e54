import { signedIn } from '../../platform/procedure.ts';
import { included, ownPlans } from './store.ts';
import { subscribe } from './subscribe.ts';

/** What runs for whoever asks, what it includes, and what they are about to pay for, with the server's clock. */
const own = signedIn.handler(async ({ context: { services, tx, person } }) => {
  const now = services.clock();
  return { ...(await ownPlans(tx, now)), includes: await included(tx, person.id, now), now };
});

export const subscriptionsApi = { own, subscribe };
