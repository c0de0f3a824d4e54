import { audit, byStaff } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { priceActs } from './acts.ts';
import { isFresh } from './freshness.ts';
import { mayRefuse, refuse } from './messages.ts';
import { AcceptJump } from './schema.ts';
import { addHistory, savePrices, storedPrice, storedPrices } from './store.ts';

/** Coins that rest because one source alone told a price far from the last one, with both prices, while it is fresh. */
export const listJumps = staffOnly(priceActs.readJumps).handler(async ({ context: { tx, services } }) => {
  const now = services.clock();
  return (await storedPrices(tx)).flatMap(({ symbol, priceUsd, jump }) =>
    jump && isFresh(jump.observedAt, now) ? [{ symbol, priceUsd, jump }] : [],
  );
});

/**
 * Believes such a price while it is fresh: the coin is traded on it, and later ones are compared with it. One that
 * nobody may trade on any more would else price what comes late.
 */
export const acceptJump = staffOnly(priceActs.acceptJump)
  .errors(mayRefuse('prices.no_such_jump'))
  .input(AcceptJump)
  .handler(async ({ context, input: { symbol, seen, reason } }) => {
    const { tx, services } = context;
    const now = services.clock();
    const price = await storedPrice(tx, symbol, true);
    const isThere = price?.jump?.priceUsd === seen && isFresh(price.jump.observedAt, now);
    if (!price?.jump || !isThere) return refuse('prices.no_such_jump', {});
    const { jump, ...before } = price;
    await savePrices(tx, [{ ...before, ...jump, lastUpdated: now }]);
    await addHistory(tx, [{ symbol, at: now, priceUsd: seen, source: jump.source, demo: price.demo }]);
    await audit(tx, {
      ...byStaff(context),
      action: 'prices.jump_accepted',
      subjectType: 'price',
      subjectId: symbol,
      before: { priceUsd: before.priceUsd, source: before.source },
      after: { priceUsd: seen, source: jump.source, reason },
    });
    announce(tx, 'prices');
    announce(tx, 'desk');
    return { symbol };
  });
