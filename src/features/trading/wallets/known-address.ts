import { authed } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { WalletQuery } from '../schema.ts';
import { hasBoughtTo } from './known-address-store.ts';
import { findWalletWarning, parseDestination } from './wallet-warning.ts';

export const addressUsed = authed.input(WalletQuery).handler(async function addressUsed({
  context: { services, tx, person },
  input,
}) {
  checkRateLimit(services, 'wallet', person.id);
  const destination = parseDestination(input);
  if (!destination) return { used: false, warning: null };
  const [used, warned] = await Promise.all([hasBoughtTo(tx, destination), findWalletWarning(tx, destination)]);
  return { used, warning: warned?.known ?? null };
});
