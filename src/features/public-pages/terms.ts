import { grouped } from '../../ui/figures.ts';
import { priceText } from '../../ui/price-format.ts';
import { socialSites } from '../../ui/social.ts';
import type { Settings, TokenPrices } from '../settings/schema.ts';
import { exampleOrder, percentText, rateText } from './example-order.ts';
import type { Figure } from './facts.ts';

/** The figures and contacts that texts of public pages may name, as `{fee}`. */
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
  'community',
  ...socialSites,
  'accountName',
  'site',
  'host',
] as const;
export type TermName = (typeof termNames)[number];
export type Terms = Readonly<Record<TermName, string>>;

const whole = (amount: number): string => grouped(String(amount));
const cap = (dollars: number | null): string => (dollars === null ? 'unlimited' : `US$${whole(dollars)}`);
const dollars = ({ whole: units, cents }: Figure): string => `J$${units}${cents}`;

/** What an order of J$25,000 costs, in a sentence; all in only where a market rate is known (decision C6). */
function exampleSentence(settings: Settings): string {
  const { fee, allIn, share, marketClass } = exampleOrder(settings);
  return marketClass === 'known'
    ? `An order of J$25,000 costs ${dollars(allIn)} all in, ${share} of what you pay: a fee of ${dollars(fee)}, ` +
        'and the difference between our rate and the market rate.'
    : `An order of J$25,000 carries a fee of ${dollars(fee)}; the difference between our rate and other rates is a ` +
        'cost as well.';
}

/** What is said of Lignum's price: that it has none, and so no value, or what staff have set (decision B11). */
export const lignumPriceText = ({ LGM }: TokenPrices): string =>
  LGM === null
    ? 'It has no monetary value: it is free and has no price.'
    : `Its price is US$${priceText(LGM)}, set by the company.`;

/**
 * Who deals in Lignum: nobody while it has no price and no value [001 §1, §2 Coins page], and then we alone, who do not
 * call it worthless beside what we ask for it (decision B11).
 */
const lignumTradeText = ({ LGM }: TokenPrices): string =>
  LGM === null
    ? 'It has no monetary value. Nobody buys it from you, and nobody should sell it to you.'
    : `We sell it and buy it at US$${priceText(LGM)}, set by the company; nobody else should sell it to you.`;

/** The terms in force, as finished text. `origin` is the address of the product: `https://host`. */
export function termsOf(settings: Settings, origin: string): Terms {
  const { rates, fee, caps, company, plan_prices: plans, token_prices, token_contracts, bank_accounts } = settings;
  const { order_sizes } = settings;
  return {
    fee: percentText(BigInt(fee.basisPoints)),
    buyRate: `J$${rateText(rates.buy)}`,
    sellRate: `J$${rateText(rates.sell)}`,
    capNone: cap(caps.none),
    capTier1: cap(caps.tier1),
    capTier2: cap(caps.tier2),
    gate: `US$${whole(caps.gate)}`,
    smallestBuy: `J$${whole(order_sizes.smallest.buy)}`,
    smallestSell: `J$${whole(order_sizes.smallest.sell)}`,
    example: exampleSentence(settings),
    mahoniPrice: `US$${priceText(token_prices.MHI)}`,
    lignumPrice: lignumPriceText(token_prices),
    lignumTrade: lignumTradeText(token_prices),
    mahoniContract: token_contracts.MHI,
    lignumContract: token_contracts.LGM,
    basic: whole(plans.basic),
    personal: whole(plans.personal),
    professional: whole(plans.professional),
    workshop: whole(plans.workshop),
    company: company.name,
    email: company.supportEmail,
    phone: company.phone,
    tel: company.phone.replaceAll(' ', ''),
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

/** While our records cannot be read, a text says so where its figure would stand. */
export const unknownTerms = Object.fromEntries(termNames.map((name) => [name, '–'])) as Terms;

/** As it may stand within a text of JSON, whatever the page around it does to signs of its own. */
const inJson = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&']|\\"/g, (sign) => `\\u00${sign.slice(-1).charCodeAt(0).toString(16)}`);

/** What the server puts into texts (`terms.fee`) and into what search engines read (`json.fee`). */
export const termSlots = (terms: Terms): Record<string, string> =>
  Object.fromEntries(
    Object.entries(terms).flatMap(([name, text]) => [
      [`terms.${name}`, text],
      [`json.${name}`, inJson(text)],
    ]),
  );
