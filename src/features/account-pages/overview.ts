import { signedIn } from '../../platform/procedure.ts';
import { newestSubscription } from '../subscriptions/store.ts';
import { ownAccount } from './store.ts';

/** The head of the dashboard: address, whether it is verified, the name to greet, and the roles of staff. */
export const overview = signedIn.handler(async ({ context: { tx, person } }) => {
  const { verified, firstName, displayName } = await ownAccount(tx);
  return { email: person.email, verified, firstName, displayName, roles: [...person.roles] };
});

/** The plan to show, or null; with the server's clock, so that a wrong clock in the browser counts down right. */
export const subscription = signedIn.handler(async ({ context: { services, tx } }) => {
  const now = services.clock();
  return { subscription: await newestSubscription(tx, now), now };
});
