import { groupThousands } from '../../ui/number-format.ts';
import { formatPrice } from '../../ui/price-format.ts';
import { socialSites } from '../../ui/social.ts';
import type { Settings, TokenPrices } from '../settings/schema.ts';
import { exampleOrder, formatPercent, formatRate } from './example-order.ts';
import type { Figure } from './facts.ts';

/** Names of values for page texts, such as `{fee}`. */
export const termNames = [
  'fee',
  'buyRate',
  'sellRate',
  'capNone',
  'capTier1',
  'capTier2',
  'gate',
  'smallestBuy',
  'smallestSell',
  'example',
  'mahoniPrice',
  'lignumPrice',
  'lignumTrade',
  'mahoniContract',
  'lignumContract',
  'basic',
  'personal',
  'professional',
  'workshop',
  'company',
  'email',
  'phone',
  'tel',
  'whatsapp',
  'whatsappDigits',
  'community',
  ...socialSites,
  'accountName',
  'site',
  'host',
] as const;
export type TermName = (typeof termNames)[number];
export type Terms = Readonly<Record<TermName, string>>;

const formatWhole = (amount: number): string => groupThousands(String(amount));
const formatCap = (dollars: number | null): string => (dollars === null ? 'unlimited' : `US$${formatWhole(dollars)}`);
const formatDollars = ({ whole: units, cents }: Figure): string => `J$${units}${cents}`;

/** Describes the cost of an order of J$25,000, all in when the market rate is known (decision C6). */
function formatExample(settings: Settings): string {
  const { fee, allIn, share, marketClass } = exampleOrder(settings);
  return marketClass === 'known'
    ? `An order of J$25,000 costs ${formatDollars(allIn)} all in, which is ${share} of what you pay: a fee of ` +
        `${formatDollars(fee)}, and the difference between our rate and the market rate.`
    : `An order of J$25,000 has a fee of ${formatDollars(fee)}. The difference between our rate and other rates is a ` +
        'cost too.';
}

/** Describes the price of Lignum (decision B11). */
export const formatLignumPrice = ({ LGM }: TokenPrices): string =>
  LGM === null
    ? 'It has no monetary value: it is free and has no price.'
    : `Its price is US$${formatPrice(LGM)}, set by the company.`;

/** Lignum without a price has no value [001 §1, §2 Coins page]. With a price, only we trade it (decision B11). */
const formatLignumTrade = ({ LGM }: TokenPrices): string =>
  LGM === null
    ? "It has no monetary value. We don't buy or sell it, so never pay for it."
    : `We buy and sell it at US$${formatPrice(LGM)}, a price set by the company. Don't buy it from anyone else.`;

export function getTerms(settings: Settings, origin: string): Terms {
  const { rates, fee, caps, company, plan_prices: plans, token_prices, token_contracts, bank_accounts } = settings;
  const { order_sizes } = settings;
  return {
    fee: formatPercent(BigInt(fee.basisPoints)),
    buyRate: `J$${formatRate(rates.buy)}`,
    sellRate: `J$${formatRate(rates.sell)}`,
    capNone: formatCap(caps.none),
    capTier1: formatCap(caps.tier1),
    capTier2: formatCap(caps.tier2),
    gate: `US$${formatWhole(caps.gate)}`,
    smallestBuy: `J$${formatWhole(order_sizes.smallest.buy)}`,
    smallestSell: `J$${formatWhole(order_sizes.smallest.sell)}`,
    example: formatExample(settings),
    mahoniPrice: `US$${formatPrice(token_prices.MHI)}`,
    lignumPrice: formatLignumPrice(token_prices),
    lignumTrade: formatLignumTrade(token_prices),
    mahoniContract: token_contracts.MHI,
    lignumContract: token_contracts.LGM,
    basic: formatWhole(plans.basic),
    personal: formatWhole(plans.personal),
    professional: formatWhole(plans.professional),
    workshop: formatWhole(plans.workshop),
    company: company.name,
    email: company.supportEmail,
    phone: company.phone,
    tel: company.phone.replaceAll(' ', ''),
    whatsapp: company.whatsapp ?? '',
    whatsappDigits: (company.whatsapp ?? '').replace(/\D/g, ''),
    community: company.communityUrl,
    instagram: company.social.instagram ?? '',
    facebook: company.social.facebook ?? '',
    x: company.social.x ?? '',
    youtube: company.social.youtube ?? '',
    accountName: bank_accounts.JMD.accountName,
    site: origin,
    host: new URL(origin).host,
  };
}

export const unknownTerms = Object.fromEntries(termNames.map((name) => [name, '–'])) as Terms;

const escapeJson = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&']|\\"/g, (sign) => `\\u00${sign.slice(-1).charCodeAt(0).toString(16)}`);

/** Texts use slots such as `terms.fee`, structured data uses `json.fee`. */
export const getTermSlots = (terms: Terms): Record<string, string> =>
  Object.fromEntries(
    Object.entries(terms).flatMap(([name, text]) => [
      [`terms.${name}`, text],
      [`json.${name}`, escapeJson(text)],
    ]),
  );
