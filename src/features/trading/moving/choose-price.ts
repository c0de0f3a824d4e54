import { audit } from '../../../platform/audit.ts';
import { announce } from '../../../platform/database.ts';
import { asMover, byMover } from '../../../platform/mover.ts';
import { signedIn } from '../../../platform/procedure.ts';
import { type AssetSymbol, assets } from '../../coins/assets.ts';
import { standstillOf } from '../../freezes/frozen.ts';
import { amountPlain, parseAmount, unitsOf } from '../../movements/amount.ts';
import { currentPrice } from '../../prices/current-price.ts';
import { currentSettings } from '../../settings/store.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { termsAt } from '../quoting/new-terms.ts';
import { getsOf } from '../quoting/reprice.ts';
import { isPaused } from '../quoting/verdict.ts';
import { ChoosePrice } from '../schema.ts';
import { moveOrder, orderFor } from './move-order.ts';
import { addEvent } from './move-store.ts';
import { saveTerms } from './reprice-store.ts';

/**
 * The customer's answer where their money or coins left after the window at a price that is worse for them: to go on at
 * the price of now, if they get at least what they saw, or to have back what they sent (decision E1). Waiting wins
 * nothing: it is always the price of now.
 */
export const choosePrice = signedIn
  .errors(
    mayRefuse(
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
  .handler(async ({ context: { services, tx, person, request }, input }) => {
    const now = services.clock();
    const order = await orderFor(tx, input.orderId, { actor: person, act: 'choosePrice' });
    if (!order.chooseUntil || order.chooseUntil < now || order.status !== 'pending') refuse('trading.cannot_now', {});
    const mover = asMover('customer', { person, request });
    if (input.seen === null) {
      await moveOrder(tx, order, { step: { command: 'cancel', reasonCode: 'price_not_taken' }, mover, now });
      return { orderId: order.id };
    }
    const { side, network } = order;
    const symbol = order.coins.symbol as AssetSymbol;
    // A new price is a new bargain: none is struck while they, or nobody, could place such an order.
    if ((await standstillOf(tx, person.id)) === 'stopped') refuse('trading.not_possible', {});
    if (isPaused(await currentSettings(tx), { side, symbol, network })) refuse('trading.paused', { symbol });
    const live = assets[symbol].priceFrom === 'company' ? null : await currentPrice(tx, symbol, now);
    if (live && (live.stale || live.offPeg)) refuse('trading.prices_unavailable', {});
    const terms = (await termsAt(tx, order, now)) ?? refuse('trading.prices_unavailable', {});
    const agreed = order.side === 'buy' ? order.coins : order.net;
    const seen = parseAmount(agreed, input.seen) ?? refuse('trading.quote_lapsed', {});
    if (getsOf(terms) < unitsOf(seen)) refuse('trading.quote_lapsed', {});
    await saveTerms(tx, order.id, { terms, at: now });
    await addEvent(tx, order, { step: { command: 'tookPrice', note: null }, mover, now });
    await audit(tx, {
      ...byMover(mover),
      action: 'trading.tookPrice',
      subjectType: 'order',
      subjectId: order.id,
      before: { gets: amountPlain(agreed) },
      after: { gets: amountPlain(order.side === 'buy' ? terms.coins : terms.net) },
    });
    announce(tx, 'trading', order.userId);
    announce(tx, 'desk');
    return { orderId: order.id };
  });
