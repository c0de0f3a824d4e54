import { decimal } from '../../../kernel/decimal.ts';
import { usd } from '../../../kernel/money.ts';
import { signedIn } from '../../../platform/procedure.ts';
import { takesCards } from '../../cards/gateways.ts';
import { monthlyLimit } from './limits.ts';
import { entitlement, windowAt } from './quote-store.ts';

/**
 * What the limit banner shows: tier, cap, used, held, remaining, its reset (decision C4); and every tier's cap. Whether
 * crypto can be paid by card, and for how many hours it stays with us then; for how many an order to a wallet of a
 * published warning cools off.
 */
export const limitsNow = signedIn.handler(async ({ context: { services, tx } }) => {
  const now = services.clock();
  const { settings, standing, usedNet, heldNet } = await entitlement(tx, windowAt(now));
  const cap = settings.caps[standing.tier];
  const capUsd = cap === null ? null : usd(BigInt(cap) * 100n);
  const rate = { buyRate: decimal(settings.rates.buy) };
  const limit = monthlyLimit({ tier: standing.tier, capUsd, ...rate, usedNet, heldNet }, now);
  const { paused } = settings.asset_switches;
  const card = { open: takesCards(services.config, settings, 'order'), keptHours: settings.cards.keptHours };
  const { coolingHours } = settings.scam_reports;
  const { statusOf, enhanced } = standing;
  return { limit, statusOf, enhanced, paused, card, coolingHours, caps: settings.caps };
});
