import { type Day, jamaicaDay } from '../../../kernel/calendar.ts';
import { type Money, parseMoney } from '../../../kernel/money.ts';
import { audit, byCustomer } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { assertStepUp, authed, stepUpAuthed } from '../../../platform/http/procedure.ts';
import { assertProfileComplete } from '../../../platform/http/session-user.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { notifyOwner } from '../../accounts/notify-owner.ts';
import { createReference } from '../../ledger/reference-store.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { formatThreshold } from '../../settings/threshold.ts';
import { holidaysAround } from '../lifecycle/holidays.ts';
import { refusalCodes as orderRefusalCodes, refuse as refuseOrder } from '../messages.ts';
import { assertUsableWallet, beginChange, walletRefusals } from '../payees/payees.ts';
import { payeePermissions } from '../permissions.ts';
import { toRefusal } from '../placing/decide-order.ts';
import { previewRefusal } from '../quoting/preview.ts';
import { transferAmount } from '../quoting/pricing.ts';
import { loadBuyTerms, quoteRefusalCodes } from '../quoting/quote.ts';
import { loadEntitlement, windowAt } from '../quoting/quote-store.ts';
import { assessLimits } from '../quoting/verdict.ts';
import type { QuoteBuy } from '../schema.ts';
import { refusalCodes, refuse } from './messages.ts';
import { getNextDay, type Schedule } from './schedule.ts';
import { ChangeRecurringBuy, OneRecurringBuy, PauseRecurringBuy, SetRecurringBuy } from './schema.ts';
import {
  deleteRecurringBuy,
  findMyRecurringBuy,
  findMyRecurringBuys,
  insertRecurringBuy,
  maxRecurringBuys,
  saveAmount,
  savePause,
  saveResumption,
} from './store.ts';

export const nextDayAfter = (schedule: Schedule, now: Date): Day =>
  getNextDay(schedule, jamaicaDay(now), holidaysAround(now));

export const listRecurringBuys = authed.handler(async function listRecurringBuys({ context: { tx } }) {
  const [plans, { bank_accounts }] = await Promise.all([findMyRecurringBuys(tx), loadCurrentSettings(tx)]);
  return {
    plans: plans.map((plan) => ({ ...plan, transfer: transferAmount(plan.amount) })),
    accounts: bank_accounts,
    most: maxRecurringBuys,
  };
});

/** Limits that may allow the order on a later day. */
const temporaryRefusals = ['paused', 'too_many_open', 'too_many_unpaid', 'too_many_today'];

const amountRefusalCodes = {
  ...quoteRefusalCodes,
  ...orderRefusalCodes(
    'trading.lesson_first',
    'trading.enhanced_kyc_required',
    'trading.monthly_limit_no_tier',
    'trading.monthly_limit_reached',
    'trading.not_possible',
    'trading.too_small',
    'trading.network_unfit',
  ),
  ...refusalCodes('recurring_buys.too_large'),
};

/** Refuses a plan if each of its orders would be refused. Placing an order checks everything again. */
async function assertOrderable(tx: Db, input: typeof QuoteBuy._output, now: Date): Promise<Money> {
  const entitlement = await loadEntitlement(tx, windowAt(now));
  const { settings } = entitlement;
  const terms = await loadBuyTerms(tx, input, { settings, now });
  const { large, refusal: limit } = assessLimits(terms, entitlement, now);
  const found = previewRefusal({ side: 'buy', symbol: input.symbol, network: input.network }, entitlement, limit);
  if (found && !temporaryRefusals.includes(found.code)) throw toRefusal(found);
  if (large) refuse('recurring_buys.too_large', { threshold: formatThreshold(settings) });
  return terms.fiat;
}

/** Sets a recurring buy. Its orders need no further confirmation, so this needs a recent one (ASVS 7.5.1). */
export const setRecurringBuy = stepUpAuthed(payeePermissions.change)
  .errors(amountRefusalCodes)
  .errors(walletRefusals)
  .errors(refusalCodes('recurring_buys.too_many'))
  .input(SetRecurringBuy)
  .handler(async function setRecurringBuy({ context, input }) {
    assertProfileComplete(context.person);
    const at = await beginChange(context);
    const { tx, services, person } = context;
    const { symbol, network, every, day, walletAddress, destinationTag } = input;
    const typed = { symbol, network, address: walletAddress, tag: destinationTag };
    const wallet = await assertUsableWallet(tx, { ...typed, userId: person.id, at });
    const amount = await assertOrderable(tx, input, at);
    const plan = { symbol, network, ...wallet, every, day, amount, nextOn: nextDayAfter({ every, day }, at) };
    const reference = await createReference(tx);
    const inserted = await insertRecurringBuy(tx, { ...plan, reference, at });
    if (!inserted) return refuse('recurring_buys.too_many', { most: String(maxRecurringBuys) });
    await audit(tx, {
      ...byCustomer(context),
      action: 'trading.recurring_buy_set',
      subjectType: 'recurring_buy',
      subjectId: inserted.id,
      after: { reference, symbol, currency: input.currency, amount: input.amount, network, every, day },
    });
    await notifyOwner(tx, { jobs: services.jobs, now: at }, { email: person.email, about: 'recurring_buy_set' });
    return { planId: inserted.id };
  });

const notFound = refusalCodes('recurring_buys.not_found');

export const changeRecurringBuy = stepUpAuthed(payeePermissions.change)
  .errors(amountRefusalCodes)
  .errors(notFound)
  .input(ChangeRecurringBuy)
  .handler(async function changeRecurringBuy({ context, input: { planId, amount } }) {
    const now = await beginChange(context);
    const { tx, services, person } = context;
    const plan = (await findMyRecurringBuy(tx, planId)) ?? refuse('recurring_buys.not_found', {});
    const { symbol, network } = plan;
    const { currency } = plan.amount;
    if (parseMoney(amount, currency, 'down') === null) refuseOrder('trading.buys_nothing', {});
    await saveAmount(tx, planId, await assertOrderable(tx, { symbol, network, currency, amount }, now));
    await audit(tx, {
      ...byCustomer(context),
      action: 'trading.recurring_buy_changed',
      subjectType: 'recurring_buy',
      subjectId: planId,
      after: { reference: plan.reference, currency, amount },
    });
    await notifyOwner(tx, { jobs: services.jobs, now }, { email: person.email, about: 'recurring_buy_set' });
    return { planId };
  });

/** Pauses, or resumes for a customer who just re-authenticated. A resumed plan skips the days of the pause. */
export const pauseRecurringBuy = authed
  .errors(refusalCodes('recurring_buys.not_found', 'accounts.confirm_needed'))
  .input(PauseRecurringBuy)
  .handler(async function pauseRecurringBuy({ context, input: { planId, paused } }) {
    const { tx, services, person } = context;
    checkRateLimit(services, 'preference', person.id);
    if (!paused) {
      assertStepUp(person, payeePermissions.change.stepUp);
      await beginChange(context);
    }
    const now = services.clock();
    const plan = (await findMyRecurringBuy(tx, planId)) ?? refuse('recurring_buys.not_found', {});
    if ((plan.pausedFor !== null) === paused) return { planId };
    if (paused) await savePause(tx, planId, now);
    else await saveResumption(tx, planId, { nextOn: nextDayAfter(plan, now), now });
    await audit(tx, {
      ...byCustomer(context),
      action: paused ? 'trading.recurring_buy_paused' : 'trading.recurring_buy_resumed',
      subjectType: 'recurring_buy',
      subjectId: planId,
      after: { reference: plan.reference },
    });
    return { planId };
  });

/** Deletes a plan. Its orders stay, and are still found by its reference. */
export const removeRecurringBuy = authed
  .errors(notFound)
  .input(OneRecurringBuy)
  .handler(async function removeRecurringBuy({ context, input: { planId } }) {
    if (!(await deleteRecurringBuy(context.tx, planId))) refuse('recurring_buys.not_found', {});
    await audit(context.tx, {
      ...byCustomer(context),
      action: 'trading.recurring_buy_removed',
      subjectType: 'recurring_buy',
      subjectId: planId,
    });
    return { removed: true };
  });
