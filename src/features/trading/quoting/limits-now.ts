import { decimal } from '../../../kernel/decimal.ts';
import { usd } from '../../../kernel/money.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { areCardsAccepted } from '../../payments/cards/providers/registry.ts';
import { listPauses } from '../../settings/pauses.ts';
import { getThresholdUsd } from '../../settings/threshold.ts';
import { getLargestBuy, monthlyLimit } from './limits.ts';
import { loadEntitlement, windowAt } from './quote-store.ts';

/** Limits, usage and reset (decision C4), card availability, order bounds (decision F4), network costs. */
export const limitsNow = authed.handler(async function limitsNow({ context: { services, tx } }) {
  const now = services.clock();
  const { settings, standing, usedNet, heldNet, unpaid, taught: isTaught } = await loadEntitlement(tx, windowAt(now));
  const cap = settings.caps[standing.tier];
  const capUsd = cap === null ? null : usd(BigInt(cap) * 100n);
  const rate = { buyRate: decimal(settings.rates.buy) };
  const limit = monthlyLimit({ tier: standing.tier, capUsd, ...rate, usedNet, heldNet }, now);
  const paused = listPauses(settings);
  const card = { open: areCardsAccepted(services.config, settings, 'order'), keptHours: settings.cards.keptHours };
  const { coolingHours } = settings.scam_reports;
  const { statusOf, waitsForCustomer, enhanced } = standing;
  const { smallest, networkCost } = settings.order_sizes;
  const bounds = {
    smallest,
    unpaid: { most: settings.order_limits.unpaid, now: unpaid },
    largestBuy: getLargestBuy(limit, { ...rate, enhanced, thresholdUsd: getThresholdUsd(settings) }),
    lesson: settings.first_order.lesson === 'asked' && !isTaught,
  };
  const known = { limit, statusOf, waitsForCustomer, enhanced, paused, card, coolingHours };
  return { ...known, caps: settings.caps, bounds, networkCost };
});
