import { after, hours, minutes } from '../../../kernel/clock.ts';
import { type Amount, amountPlain } from '../../movements/amount.ts';
import { currentSettings } from '../../settings/store.ts';
import { lookedBack, saveChoice, saveTerms } from '../moving/reprice-store.ts';
import type { Order } from '../order/order-row.ts';
import { termsAt } from '../quoting/new-terms.ts';
import { getsOf, repricing } from '../quoting/reprice.ts';
import { remember, type Work } from './steps.ts';

type CameIn = {
  readonly movedAt: Date;
  readonly amount: Amount;
  /** All of the unassigned money from which it came; null where it came for this order. */
  readonly whole: Amount | null;
};

/**
 * By which moment it is priced: when it left; or now, where it was said for this order only after the price had ended,
 * and others of its customer's waited for it as well when it came: looking back is not free. Coins name no order: those
 * that left before an earlier sell was placed were for that one.
 */
async function pricedBy({ tx, services }: Work, order: Order, { movedAt, amount, whole }: CameIn): Promise<Date> {
  const now = services.clock();
  const { id, side, priceHoldsUntil: holdsUntil, placedAt } = order;
  if (holdsUntil === null || now <= holdsUntil) return movedAt;
  if (whole === null && (side === 'buy' || movedAt > placedAt)) return movedAt;
  const money = whole ?? amount;
  // A block tells its minute.
  const since = whole ? null : after(movedAt, minutes(1));
  return (await lookedBack(tx, id, { movedAt, since, money })) ? now : movedAt;
}

/**
 * Prices an order whose money or coins left after its window by the moment at which they did (decision E1): at once
 * where that is as good for the customer or better. Where it is worse the order waits for them, and we write to them.
 */
export async function repriceArrived(work: Work, order: Order, came: CameIn): Promise<void> {
  const { tx, services } = work;
  const holdsUntil = order.priceHoldsUntil;
  const movedAt = await pricedBy(work, order, came);
  if (holdsUntil === null || movedAt <= holdsUntil) return;
  const terms = await termsAt(tx, order, movedAt);
  const gets = order.side === 'buy' ? order.coins : order.net;
  const outcome = repricing({ movedAt, holdsUntil }, getsOf(order), terms && getsOf(terms));
  const now = services.clock();
  const record = { movedAt, holdsUntil, agreed: amountPlain(gets) };
  if (outcome === 'applied' && terms) {
    await saveTerms(tx, order.id, { terms, at: now });
    const anew = amountPlain(order.side === 'buy' ? terms.coins : terms.net);
    await remember(work, order, { action: 'repriced', note: '', after: { ...record, anew }, public: true });
    return;
  }
  const { choiceHours } = (await currentSettings(tx)).price_windows;
  const until = after(now, hours(choiceHours));
  await saveChoice(tx, order.id, until);
  await remember(work, order, { action: 'askedPrice', note: '', after: { ...record, until }, public: true });
}
