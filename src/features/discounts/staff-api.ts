import { atHour, endOfDay, jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { staff } from '../../platform/http/procedure.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { findTier, tierDays } from './discount.ts';
import { areDiscountsOpen } from './fee.ts';
import { discountPermissions } from './permissions.ts';
import { CheckHolding, CreateCode, OneCode } from './schema.ts';
import { refusalCodes, refuse } from './staff-messages.ts';
import {
  endCode as endStoredCode,
  findCodesForStaff,
  findWalletsForStaff,
  hasProvenWallet,
  insertCheck,
  insertCode,
} from './store.ts';

const list = staff(discountPermissions.read).handler(async function list({ context: { services, tx } }) {
  const [settings, wallets, codes] = await Promise.all([
    loadCurrentSettings(tx),
    findWalletsForStaff(tx),
    findCodesForStaff(tx),
  ]);
  return { isOpen: areDiscountsOpen(settings), wallets, codes, now: services.clock() };
});

/** Records the Mahoni on the chain. Amount and days decide the tier, which ends by itself or by a smaller amount. */
const checkHolding = staff(discountPermissions.checkHolding)
  .errors(refusalCodes('approvals.own_matter', 'discounts.wallet_changed', 'discounts.since_future'))
  .input(CheckHolding)
  .handler(async function checkHolding({ context, input }) {
    const { services, tx, person } = context;
    const { userId, address, amount, heldSince } = input;
    const now = services.clock();
    if (userId === person.id) refuse('approvals.own_matter', {});
    if (heldSince > jamaicaDay(now)) refuse('discounts.since_future', {});
    if (!(await hasProvenWallet(tx, userId, address))) refuse('discounts.wallet_changed', {});
    const tier = findTier({ amount: BigInt(amount), heldSince, now })?.id ?? null;
    const check = { address, amount, heldSince, tier, endsAt: tier && after(now, days(tierDays)) };
    await insertCheck(tx, { userId, ...check }, now);
    const entry = { action: 'discounts.holding_checked', subjectType: 'account', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...entry, after: check });
    publishTopic(tx, 'desk');
    return { tier };
  });

const createCode = staff(discountPermissions.createCode)
  .errors(refusalCodes('discounts.code_exists', 'discounts.end_passed'))
  .input(CreateCode)
  .handler(async function createCode({ context, input }) {
    const { services, tx } = context;
    const now = services.clock();
    const { code, reason } = input;
    const [startsAt, endsAt] = [atHour(input.startsOn, 0), endOfDay(input.endsOn)];
    if (endsAt <= now) refuse('discounts.end_passed', {});
    const promo = { code, percent: Number(input.percent), reason, startsAt, endsAt, maxUses: Number(input.maxUses) };
    const refuseTaken = () => refuse('discounts.code_exists', {});
    const id = await mapConstraintViolation(insertCode(tx, promo, now), 'promo_code_once', refuseTaken);
    const entry = { action: 'discounts.code_created', subjectType: 'promo_code', subjectId: id };
    await audit(tx, { ...byStaff(context), ...entry, after: promo });
    publishTopic(tx, 'desk');
    return { id };
  });

const endCode = staff(discountPermissions.endCode)
  .errors(refusalCodes('discounts.code_over'))
  .input(OneCode)
  .handler(async function endCode({ context, input: { promoCodeId } }) {
    const { services, tx } = context;
    const ended = (await endStoredCode(tx, promoCodeId, services.clock())) ?? refuse('discounts.code_over', {});
    const entry = { action: 'discounts.code_ended', subjectType: 'promo_code', subjectId: promoCodeId };
    await audit(tx, { ...byStaff(context), ...entry, after: ended });
    publishTopic(tx, 'desk');
    return { id: promoCodeId };
  });

export const discountsDeskApi = { list, checkHolding, createCode, endCode };
