import { after, hours, minutes } from '../../../kernel/clock.ts';
import { type Amount, formatPlainAmount } from '../../ledger/amount.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { repriceCandidates, saveChoice, saveTerms } from '../lifecycle/reprice-store.ts';
import type { Order } from '../order/order-row.ts';
import { loadTermsAt } from '../quoting/new-terms.ts';
import { decideRepricing, getPayoutUnits } from '../quoting/reprice.ts';
import { recordEvent, type StaffOrSystemContext } from './order-commands.ts';

type IncomingMoney = {
  readonly movedAt: Date;
  readonly amount: Amount;
  readonly whole: Amount | null;
};

/** Returns the time of the new price: when the money left, or now if another order could have claimed it. */
async function findPricingMoment(
  { tx, services }: StaffOrSystemContext,
  order: Order,
  { movedAt, amount, whole }: IncomingMoney,
): Promise<Date> {
  const now = services.clock();
  const { id, side, priceHoldsUntil: holdsUntil, placedAt } = order;
  if (holdsUntil === null || now <= holdsUntil) return movedAt;
  if (whole === null && (side === 'buy' || movedAt > placedAt)) return movedAt;
  const money = whole ?? amount;
  const since = whole ? null : after(movedAt, minutes(1));
  return (await repriceCandidates(tx, id, { movedAt, since, money })) ? now : movedAt;
}

/** Reprices an order if its money left after the price window (decision E1). A worse price needs consent. */
export async function repriceArrived(
  context: StaffOrSystemContext,
  order: Order,
  incoming: IncomingMoney,
): Promise<void> {
  const { tx, services } = context;
  const holdsUntil = order.priceHoldsUntil;
  const movedAt = await findPricingMoment(context, order, incoming);
  if (holdsUntil === null || movedAt <= holdsUntil) return;
  const terms = await loadTermsAt(tx, order, movedAt);
  const gets = order.side === 'buy' ? order.coins : order.net;
  const outcome = decideRepricing({ movedAt, holdsUntil }, getPayoutUnits(order), terms && getPayoutUnits(terms));
  const now = services.clock();
  const record = { movedAt, holdsUntil, agreed: formatPlainAmount(gets) };
  if (outcome === 'applied' && terms) {
    await saveTerms(tx, order.id, { terms, at: now });
    const newAmount = formatPlainAmount(order.side === 'buy' ? terms.coins : terms.net);
    await recordEvent(context, order, { action: 'repriced', note: '', after: { ...record, newAmount }, public: true });
    return;
  }
  const { choiceHours } = (await loadCurrentSettings(tx)).price_windows;
  const until = after(now, hours(choiceHours));
  await saveChoice(tx, order.id, until);
  await recordEvent(context, order, { action: 'askedPrice', note: '', after: { ...record, until }, public: true });
}
