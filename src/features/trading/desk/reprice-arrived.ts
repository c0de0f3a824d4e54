import { after, hours } from '../../../kernel/clock.ts';
import { currentSettings } from '../../settings/store.ts';
import { amountPlain } from '../amount.ts';
import { termsAt } from '../new-terms.ts';
import type { Order } from '../order-row.ts';
import { getsOf, repricing } from '../reprice.ts';
import { saveChoice, saveTerms } from '../reprice-store.ts';
import { type Desk, remember } from './steps.ts';

/**
 * Prices an order whose money or coins left after its window by the moment at which they did (decision E1): at once
 * where that is as good for the customer or better. Where it is worse the order waits for them, and we write to them.
 */
export async function repriceArrived(desk: Desk, order: Order, movedAt: Date): Promise<void> {
  const { tx, services } = desk;
  const holdsUntil = order.priceHoldsUntil;
  if (holdsUntil === null || movedAt <= holdsUntil) return;
  const terms = await termsAt(tx, order, movedAt);
  const gets = order.side === 'buy' ? order.coins : order.net;
  const outcome = repricing({ movedAt, holdsUntil }, getsOf(order), terms && getsOf(terms));
  const now = services.clock();
  const record = { movedAt, holdsUntil, agreed: amountPlain(gets) };
  if (outcome === 'applied' && terms) {
    await saveTerms(tx, order.id, { terms, at: now });
    const anew = amountPlain(order.side === 'buy' ? terms.coins : terms.net);
    await remember(desk, order, { action: 'repriced', note: '', after: { ...record, anew }, public: true });
    return;
  }
  const { choiceHours } = (await currentSettings(tx)).price_windows;
  const until = after(now, hours(choiceHours));
  await saveChoice(tx, order.id, until);
  await remember(desk, order, { action: 'askedPrice', note: '', after: { ...record, until }, public: true });
}
