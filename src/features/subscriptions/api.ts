import { authed } from '../../platform/http/procedure.ts';
import { findIncludedFeatures, findOwnPlans } from './store.ts';
import { subscribe } from './subscribe.ts';

const ownPlans = authed.handler(async function ownPlans({ context: { services, tx, person } }) {
  const now = services.clock();
  return { ...(await findOwnPlans(tx, now)), includes: await findIncludedFeatures(tx, person.id, now), now };
});

export const subscriptionsApi = { own: ownPlans, subscribe };
