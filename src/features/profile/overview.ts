import { authed } from '../../platform/http/procedure.ts';
import { newestSubscription } from '../subscriptions/store.ts';
import { loadAccount } from './store.ts';

export const overview = authed.handler(async function overview({ context: { tx, person } }) {
  const { verified, firstName, displayName } = await loadAccount(tx);
  return { email: person.email, verified, firstName, displayName, roles: [...person.roles] };
});

/** The newest plan, with the server's clock: a wrong device clock must not skew the countdown. */
export const subscription = authed.handler(async function subscription({ context: { services, tx } }) {
  const now = services.clock();
  return { subscription: await newestSubscription(tx, now), now };
});
