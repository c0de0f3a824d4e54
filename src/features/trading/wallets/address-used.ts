import { keepPace } from '../../../platform/pace.ts';
import { signedIn } from '../../../platform/procedure.ts';
import { WalletAsked } from '../schema.ts';
import { hasBoughtTo } from './address-used-store.ts';
import { typedDestination, walletWarning } from './wallet-warning.ts';

/**
 * Whether whoever asks ordered coins to this address before: where not, they read what to look at and pause first. And
 * what is told of reports about it, which warns of an address that was used before as well, and of one that coins are
 * to be sold from.
 */
export const addressUsed = signedIn.input(WalletAsked).handler(async ({ context: { services, tx, person }, input }) => {
  keepPace(services, 'wallet', person.id);
  const destination = typedDestination(input);
  if (!destination) return { used: false, warning: null };
  const [used, warned] = await Promise.all([hasBoughtTo(tx, destination), walletWarning(tx, destination)]);
  return { used, warning: warned?.known ?? null };
});
