import { decimal } from '../../kernel/decimal.ts';
import { jmd, type Money, usd } from '../../kernel/money.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { formatDateTime, formatDay, formatTime } from '../../ui/format.ts';
import { groupThousands } from '../../ui/number-format.ts';
import { formatChange, formatPrice } from '../../ui/price-format.ts';
import { socialSites } from '../../ui/social.ts';
import { loadReviewText } from '../kyc/queue.ts';
import { publicPrices } from '../prices/api.ts';
import type { ListedPrice } from '../prices/schema.ts';
import type { Settings } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { getThresholdUsd } from '../settings/threshold.ts';
import { findBannerItems } from '../status/load-status.ts';
import { checkLimits, monthlyLimit, type Tier } from '../trading/quoting/limits.ts';
import { requiredDocuments } from './content/faq.ts';
import { exampleOrder, formatPercent, formatRate, type HomeQuery, parseCalculatorInput } from './example-order.ts';
import {
  type Figure,
  type HomeFacts,
  type HomePrice,
  type HomeRequirements,
  homeSlots,
  maxPrices,
  noPrice,
  noRequirement,
} from './facts.ts';
import { formatLignumPrice, getTermSlots, getTerms } from './terms.ts';

type Rules = Pick<Settings, 'rates' | 'caps' | 'order_sizes'>;
type Verification = { readonly tier: Tier; readonly enhanced: boolean };

/** Verification levels by effort. Enhanced KYC requires Tier 1. */
const verificationLevels: readonly Verification[] = [
  { tier: 'none', enhanced: false },
  { tier: 'tier1', enhanced: false },
  { tier: 'tier1', enhanced: true },
  { tier: 'tier2', enhanced: false },
  { tier: 'tier2', enhanced: true },
];

type Purchase = { readonly pay: Money; readonly rules: Rules; readonly now: Date };

const zero = jmd(0n);
const none = { now: 0, most: 1 };

/** Returns null when a new customer with this verification may place the order. */
function findRefusal({ tier, enhanced }: Verification, { pay, rules, now }: Purchase) {
  const { rates, caps, order_sizes } = rules;
  const cap = caps[tier];
  const buyRate = decimal(rates.buy);
  const capUsd = cap === null ? null : usd(BigInt(cap) * 100n);
  const limit = monthlyLimit({ tier, capUsd, buyRate, usedNet: zero, heldNet: zero }, now);
  return checkLimits(
    { side: 'buy', gross: pay },
    {
      limit,
      enhanced,
      buyRate,
      thresholdUsd: getThresholdUsd({ caps }),
      smallest: jmd(BigInt(order_sizes.smallest.buy) * 100n),
      stopped: false,
      counts: { open: none, unpaid: none, today: none },
    },
  );
}

const formatDollars = (whole: number): string => `US$${groupThousands(String(whole))}`;
const formatLimit = (cap: number | null): string =>
  cap === null ? 'No monthly limit.' : `Up to ${formatDollars(cap)} a month.`;

const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const steps = ({ caps }: Rules) => ({
  tier1: { name: 'Tier 1', text: `${toSentence(requiredDocuments.tier1)} ${formatLimit(caps.tier1)}` },
  tier2: { name: 'Tier 2', text: `${toSentence(requiredDocuments.tier2)} ${formatLimit(caps.tier2)}` },
  enhanced: {
    name: 'Enhanced KYC',
    text: `${toSentence(requiredDocuments.enhanced)} Needed for orders of ${formatDollars(caps.gate)} or more.`,
  },
});

function getRequirements(purchase: Purchase): Omit<HomeRequirements, 'review'> {
  const level = verificationLevels.find((candidate) => findRefusal(candidate, purchase) === null);
  const { rules } = purchase;
  const { order_sizes, caps } = rules;
  if (!level) {
    const smallest = `The minimum purchase is J$${groupThousands(String(order_sizes.smallest.buy))}.`;
    return { title: 'Amount too small', lines: toLines([{ name: '', text: smallest }]) };
  }
  if (level.tier === 'none') {
    const text = `Open an account and start right away. ${formatLimit(caps.none)}`;
    return { title: 'No documents needed for this amount', lines: toLines([{ name: '', text }]) };
  }
  const { tier1, tier2, enhanced } = steps(rules);
  const missingSteps = [tier1, ...(level.tier === 'tier2' ? [tier2] : []), ...(level.enhanced ? [enhanced] : [])];
  return { title: 'Documents you need once for this amount', lines: toLines(missingSteps) };
}

type Line = { readonly name: string; readonly text: string };

const toLines = (lines: readonly Line[]): HomeRequirements['lines'] =>
  Array.from({ length: 3 }, (_, at) => {
    const line = lines[at];
    return line ? { lineClass: 'known', ...line } : noRequirement;
  });

type HomeData = {
  readonly prices: readonly ListedPrice[];
  readonly settings: Settings;
  readonly now: Date;
  readonly review: string;
};

/** The number of decimals depends on the amount [000 §5 Price display]. */
function priceFigure(text: string): Figure {
  const [whole = '', cents = ''] = formatPrice(text).split('.');
  return { whole, cents: `.${cents}` };
}

const formatWhen = (moment: Date, now: Date): string =>
  formatDay(moment, { year: true }) === formatDay(now, { year: true }) ? formatTime(moment) : formatDateTime(moment);

function toHomePrice(price: ListedPrice, now: Date): HomePrice {
  const change = price.change24h === null ? null : formatChange(price.change24h);
  const time = formatWhen(price.lastUpdated, now);
  return {
    rowClass: price.stale ? 'stale' : 'fresh',
    symbol: price.symbol,
    name: price.name,
    jmd: priceFigure(price.priceJmd),
    usd: priceFigure(price.priceUsd),
    change: change?.text ?? '',
    changeClass: change ? `${change.direction}-d` : 'gone',
    updated: price.stale ? `Out of date: last updated ${time}` : time,
    updatedIso: price.lastUpdated.toISOString(),
  };
}

/** Includes five provider prices, newest first [000 §2 Home, §7 Tables], but no company prices (decision B11). */
export function getHomeFacts({ prices, settings, now, review }: HomeData, query: HomeQuery = {}): HomeFacts {
  const { rates, fee, token_prices, company } = settings;
  const shown = prices.filter((price) => !price.setByCompany).slice(0, maxPrices);
  const newest = shown[0];
  const { asked, worked } = parseCalculatorInput(query, prices);
  return {
    state: newest ? 'full' : 'empty',
    demoClass: shown.some((price) => price.demo) ? 'demo' : 'gone',
    updated: newest ? formatWhen(newest.lastUpdated, now) : '',
    prices: Array.from({ length: maxPrices }, (_, at) => {
      const price = shown[at];
      return price ? toHomePrice(price, now) : noPrice;
    }),
    terms: {
      buyRate: formatRate(rates.buy),
      sellRate: formatRate(rates.sell),
      fee: formatPercent(BigInt(fee.basisPoints)),
      mahoni: formatPrice(token_prices.MHI),
      lignum: formatLignumPrice(token_prices),
      community: company.communityUrl,
    },
    asked,
    needs: { ...getRequirements({ pay: worked.pay, rules: settings, now }), review },
    example: exampleOrder(settings, worked),
  };
}

type PublicList = {
  readonly prices: string;
  readonly homeData: HomeData;
  readonly slots: Readonly<Record<string, string>>;
  readonly terms: Readonly<Record<string, string>>;
  /** JSON for the banner of customer screens. Empty without an active announcement. */
  readonly announcements: string;
};

/** Shorter than the 2 seconds that a page waits after a refresh [000 §9]. */
const cacheMs = 1_500;

async function loadPublicList(services: Services): Promise<PublicList> {
  const [prices, settings, review, banner] = await Promise.all([
    publicPrices(services, 'newest'),
    loadCurrentSettings(services.db),
    loadReviewText(services),
    findBannerItems(services),
  ]);
  const homeData = { prices, settings, review, now: services.clock() };
  const terms = { ...getCompanySlots(settings.company), ...getTermSlots(getTerms(settings, services.config.origin)) };
  return {
    prices: JSON.stringify({ prices }),
    homeData,
    slots: homeSlots(getHomeFacts(homeData)),
    terms,
    announcements: banner.length > 0 ? JSON.stringify(banner) : '',
  };
}

const getCompanySlots = ({ name, supportEmail, phone, whatsapp, communityUrl, social }: Settings['company']) => ({
  ...Object.fromEntries(socialSites.map((site) => [`company.${site}`, social[site] ?? ''])),
  'company.name': name,
  'company.supportEmail': supportEmail,
  'company.phone': phone,
  'company.tel': phone.replaceAll(' ', ''),
  'company.whatsapp': whatsapp ?? '',
  'company.communityUrl': communityUrl,
});

export const publicList = cachedRead(cacheMs, loadPublicList);
