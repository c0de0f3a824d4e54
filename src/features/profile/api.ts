import { jamaicaDay } from '../../kernel/calendar.ts';
import { type CryptoAmount, formatBaseUnits } from '../../kernel/coins.ts';
import { type Decimal, decimal, divide, multiply, pow10, rescale } from '../../kernel/decimal.ts';
import { add, jmd, type Money, subtract } from '../../kernel/money.ts';
import { parsePhone } from '../../kernel/phone-number.ts';
import { audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { assertProfileComplete } from '../../platform/http/session-user.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota, type Quota } from '../../platform/limits/quotas.ts';
import { isOfAge } from '../accounts/age.ts';
import { budgets } from '../accounts/quotas.ts';
import { isAssetSymbol, listPosition } from '../assets/assets.ts';
import { listCompanyPrices } from '../prices/current-price.ts';
import { listPrices } from '../prices/list-prices.ts';
import { findInForceSince, loadCurrentSettings } from '../settings/store.ts';
import { findIncludedFeatures, newestSubscription } from '../subscriptions/store.ts';
import { findCompletedDeals } from '../trading/order/deals-store.ts';
import { computeHoldings, type Holding } from '../trading/order/holdings.ts';
import { refusalCodes, refuse } from './messages.ts';
import { applyChange, findLockedField, getChangedFields, getLock, type Profile } from './profile-change.ts';
import { UpdateProfile } from './schema.ts';
import { closePasskeyOffer, hasEverHeldRole, loadAccount, loadProfile, saveProfile } from './store.ts';

const profile = authed.handler(async function profile({ context: { tx, person } }) {
  const { check, ...details } = await loadProfile(tx);
  return { ...details, email: person.email, locked: getLock(check) };
});

/** Converts a changed number to E.164. An unchanged number is not validated. */
function normalizePhone(input: string | undefined, before: Profile): string {
  if (input === undefined || input === before.phoneNumber || input === '') return input ?? before.phoneNumber;
  return parsePhone(input) ?? refuse('account_pages.phone_invalid', {});
}

type Change = Partial<{ [field in keyof Profile]: Profile[field] | undefined }>;

const omitUndefined = (change: Change): Partial<Profile> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Changes of these fields trigger a new screening. */
const screenedFields: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'displayName',
  'dateOfBirth',
  'declaredCountry',
]);

const nameFields: ReadonlySet<string> = new Set(['firstName', 'lastName', 'displayName']);

const nameChangeQuota: Quota = {
  work: 'names',
  tries: 5,
  seconds: 24 * 60 * 60,
  refuse: () => refuse('account_pages.too_many_names', {}),
};

/** Changes the profile [000 §5 Profile form, §7 Tables]. The audit entry names fields, never values (decision A12). */
const updateProfile = authed
  .errors(
    refusalCodes(
      'account_pages.identity_locked',
      'account_pages.staff_name',
      'account_pages.too_many_names',
      'account_pages.phone_invalid',
      'accounts.too_young',
    ),
  )
  .input(UpdateProfile)
  .handler(async function updateProfile({ context: { services, tx, person, request }, input }) {
    assertProfileComplete(person);
    const now = services.clock();
    const { check, ...before } = await loadProfile(tx, true);
    const phone = normalizePhone(input.phoneNumber, before);
    const after = applyChange(before, { ...omitUndefined(input), phoneNumber: phone });
    const changed = getChangedFields(before, after);
    if (changed.length === 0) return { changed };
    if (changed.some((field) => nameFields.has(field)) && (await hasEverHeldRole(tx)))
      refuse('account_pages.staff_name', {});
    if (findLockedField(changed, check)) refuse('account_pages.identity_locked', {});
    if (changed.includes('dateOfBirth') && !isOfAge(after.dateOfBirth, jamaicaDay(now)))
      refuse('accounts.too_young', {});
    await consumeQuota(tx, budgets.changed, { id: person.id, now });
    const isScreened = changed.some((field) => screenedFields.has(field));
    if (isScreened) await consumeQuota(tx, nameChangeQuota, { id: person.id, now });
    await saveProfile(tx, after, now);
    if (isScreened)
      for (const job of ['screening.names', 'identity.links'])
        await services.jobs.enqueue(tx, job, { userId: person.id });
    await audit(tx, {
      actorId: person.id,
      actorRole: 'customer',
      action: 'account_pages.profile_changed',
      subjectType: 'profile',
      subjectId: person.id,
      after: { fields: changed },
      requestId: request.id,
    });
    return { changed };
  });

const overview = authed.handler(async function overview({ context: { tx, person } }) {
  const { verified, firstName, displayName, isPasskeyDue } = await loadAccount(tx);
  return {
    offersPasskey: isPasskeyDue && !person.hasMfa,
    email: person.email,
    verified,
    firstName,
    displayName,
    roles: [...person.roles],
  };
});

/** Ends the offer of a passkey, which follows the first order. */
const refusePasskey = authed.handler(async function refusePasskey({ context: { services, tx, person } }) {
  checkRateLimit(services, 'draft', person.id);
  await closePasskeyOffer(tx, services.clock());
  return { closed: true };
});

/** The newest plan, with the server's clock: a wrong device clock must not skew the countdown. */
const subscription = authed.handler(async function subscription({ context: { services, tx } }) {
  const now = services.clock();
  return { subscription: await newestSubscription(tx, now), now };
});

type Worth = { readonly now: Money; readonly change: Money };

const toJmd = (coins: CryptoAmount, price: Decimal, rate: Decimal): Money =>
  jmd(rescale(multiply(multiply(decimal(formatBaseUnits(coins)), price), rate), 2, 'down').units);

export function getWorth({ held, cost }: Holding, priceUsd: string, sellRate: string): Worth {
  const now = toJmd(held, decimal(priceUsd), decimal(sellRate));
  return { now, change: subtract(now, cost) };
}

export function getAverageCost({ held, cost }: Pick<Holding, 'held' | 'cost'>): Money | null {
  return held.base === 0n ? null : jmd(divide(cost.minor * pow10(held.decimals), held.base, 'half-up'));
}

const zero = jmd(0n);
const sum = (amounts: readonly Money[]): Money => amounts.reduce(add, zero);

async function loadHoldings(tx: Db, now: Date) {
  const [{ rates, token_prices }, since] = await Promise.all([
    loadCurrentSettings(tx),
    findInForceSince(tx, 'token_prices'),
  ]);
  const companyPrices = listCompanyPrices(token_prices, since);
  const prices = await listPrices(tx, { now, buyRate: decimal(rates.buy), companyPrices, order: 'symbol' });
  const holdings = computeHoldings(await findCompletedDeals(tx)).map((holding) => {
    const price = prices.find(({ symbol, stale }) => symbol === holding.symbol && !stale);
    const worth = price ? getWorth(holding, price.priceUsd, rates.sell) : null;
    return { ...holding, name: price?.name ?? holding.symbol, priceUsd: price?.priceUsd ?? null, worth };
  });
  const held = holdings.filter((holding) => holding.held.base > 0n);
  const values = held.flatMap(({ worth }) => (worth ? [worth.now] : []));
  /** Null while any price is unknown: a partial sum would look like a loss. */
  const worth = values.length === held.length ? sum(values) : null;
  return { prices, holdings, held, worth, demo: prices.some(({ demo }) => demo) };
}

const leastCoinCount = 3;

/** Coins of the dashboard, free for everyone: what the customer holds, filled up with the first of the price list. */
const coins = authed.handler(async function coins({ context: { services, tx } }) {
  const { prices, held, worth, demo } = await loadHoldings(tx, services.clock());
  const heldRows = held.map(({ symbol, name, held: amount, worth: value }) => ({
    symbol,
    name,
    held: amount,
    worth: value?.now ?? null,
  }));
  const others = prices
    .filter(({ symbol }) => isAssetSymbol(symbol) && !held.some((holding) => holding.symbol === symbol))
    .toSorted((a, b) => listPosition(a.symbol) - listPosition(b.symbol))
    .slice(0, Math.max(0, leastCoinCount - held.length))
    .map(({ symbol, name }) => ({ symbol, name, held: null, worth: null }));
  const rows = [...heldRows, ...others].map((row) => {
    const price = prices.find(({ symbol, stale }) => symbol === row.symbol && !stale);
    return { ...row, priceJmd: price?.priceJmd ?? null };
  });
  return { rows, worth: held.length > 0 ? worth : null, demo };
});

/** The plan feature 'Portfolio tracking' [001 §9 Subscriptions]: coins bought and not sold back, cost and value. */
const portfolio = authed.handler(async function portfolio({ context: { services, tx, person } }) {
  const now = services.clock();
  if (!(await findIncludedFeatures(tx, person.id, now)).includes('portfolio')) return { open: false as const };
  const { holdings, held, worth, demo } = await loadHoldings(tx, now);
  return {
    open: true as const,
    holdings: holdings.map((holding) => ({ ...holding, average: getAverageCost(holding) })),
    demo,
    cost: sum(held.map(({ cost }) => cost)),
    gained: sum(holdings.map(({ gained }) => gained)),
    worth,
  };
});

export const accountPagesApi = { overview, refusePasskey, subscription, coins, portfolio, profile, updateProfile };
