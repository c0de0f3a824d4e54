import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { isFresh } from './freshness.ts';
import { refusalCodes, refuse } from './messages.ts';
import { pricePermissions } from './permissions.ts';
import { AcceptJump } from './schema.ts';
import { insertPriceHistory, loadPrice, loadPrices, savePrices } from './store.ts';

export const listJumps = staff(pricePermissions.readJumps).handler(async function listJumps({
  context: { tx, services },
}) {
  const now = services.clock();
  return (await loadPrices(tx)).flatMap(({ symbol, priceUsd, jump }) =>
    jump && isFresh(jump.observedAt, now) ? [{ symbol, priceUsd, jump }] : [],
  );
});

/** Accepts a jump as the current price. Rejects a jump older than 20 minutes, because late payments use this price. */
export const acceptJump = staff(pricePermissions.acceptJump)
  .errors(refusalCodes('prices.no_such_jump'))
  .input(AcceptJump)
  .handler(async function acceptJump({ context, input: { symbol, seen, reason } }) {
    const { tx, services } = context;
    const now = services.clock();
    const price = await loadPrice(tx, symbol, true);
    const isCurrent = price?.jump?.priceUsd === seen && isFresh(price.jump.observedAt, now);
    if (!price?.jump || !isCurrent) return refuse('prices.no_such_jump', {});
    const { jump, ...before } = price;
    await savePrices(tx, [{ ...before, ...jump, lastUpdated: now }]);
    await insertPriceHistory(tx, [{ symbol, at: now, priceUsd: seen, source: jump.source, demo: price.demo }]);
    await audit(tx, {
      ...byStaff(context),
      action: 'prices.jump_accepted',
      subjectType: 'price',
      subjectId: symbol,
      before: { priceUsd: before.priceUsd, source: before.source },
      after: { priceUsd: seen, source: jump.source, reason },
    });
    publishTopic(tx, 'prices');
    publishTopic(tx, 'desk');
    return { symbol };
  });
