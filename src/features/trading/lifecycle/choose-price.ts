import { actorFrom, auditActor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { publishTopic } from '../../../platform/database/database.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { type AssetSymbol, assets } from '../../assets/assets.ts';
import { freezeStatusOf } from '../../freezes/frozen.ts';
import { formatPlainAmount, minorUnitsOf, parseAmount } from '../../ledger/amount.ts';
import { findCurrentPrice } from '../../prices/current-price.ts';
import { isPaused } from '../../settings/pauses.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { loadTermsAt } from '../quoting/new-terms.ts';
import { getPayoutUnits } from '../quoting/reprice.ts';
import { ChoosePrice } from '../schema.ts';
import { saveTerms } from './reprice-store.ts';
import { lockOrderFor, transitionOrder } from './transition-order.ts';
import { addEvent } from './transition-store.ts';

/** Accepts the current price or requests a refund (decision E1). Rejects a price worse than the one shown. */
export const choosePrice = authed
  .errors(
    refusalCodes(
      'trading.order_not_found',
      'trading.cannot_now',
      'trading.quote_lapsed',
      'trading.prices_unavailable',
      'trading.paused',
      'trading.not_possible',
      'staff.not_allowed',
      'approvals.own_matter',
    ),
  )
  .input(ChoosePrice)
  .handler(async function choosePrice({ context: { services, tx, person, request }, input }) {
    const now = services.clock();
    const order = await lockOrderFor(tx, input.orderId, { actor: person, act: 'choosePrice' });
    if (!order.chooseUntil || order.chooseUntil < now || order.status !== 'pending') refuse('trading.cannot_now', {});
    const mover = actorFrom('customer', { person, request });
    if (input.seen === null) {
      await transitionOrder(tx, order, { step: { command: 'cancel', reasonCode: 'price_not_taken' }, mover, now });
      return { orderId: order.id };
    }
    const { side, network } = order;
    const symbol = order.coins.symbol as AssetSymbol;
    // Accepting a price is like a new order, so freezes and pauses apply.
    if ((await freezeStatusOf(tx, person.id)) === 'stopped') refuse('trading.not_possible', {});
    if (isPaused(await loadCurrentSettings(tx), { side, symbol, network })) refuse('trading.paused', { symbol });
    const price = assets[symbol].priceFrom === 'company' ? null : await findCurrentPrice(tx, symbol, now);
    if (price && (price.stale || price.offPeg)) refuse('trading.prices_unavailable', {});
    const terms = (await loadTermsAt(tx, order, now)) ?? refuse('trading.prices_unavailable', {});
    const agreed = order.side === 'buy' ? order.coins : order.net;
    const seen = parseAmount(agreed, input.seen) ?? refuse('trading.quote_lapsed', {});
    if (getPayoutUnits(terms) < minorUnitsOf(seen)) refuse('trading.quote_lapsed', {});
    await saveTerms(tx, order.id, { terms, at: now });
    await addEvent(tx, order, { step: { command: 'tookPrice', note: null }, mover, now });
    await audit(tx, {
      ...auditActor(mover),
      action: 'trading.tookPrice',
      subjectType: 'order',
      subjectId: order.id,
      before: { gets: formatPlainAmount(agreed) },
      after: { gets: formatPlainAmount(order.side === 'buy' ? terms.coins : terms.net) },
    });
    publishTopic(tx, 'trading', order.userId);
    publishTopic(tx, 'desk');
    return { orderId: order.id };
  });
