import { type AssetSymbol, assetSymbols, assets } from '../coins/assets.ts';

/** The classes that the server fills in: what a page wears from its first byte on knows them beside its own. */
export const givenClasses = [
  ...(['gone', 'known', 'unknown', 'failed', 'fresh', 'stale', 'demo'] as const),
  ...(['up-d', 'down-d', 'err'] as const),
] as const;
type GivenClass = (typeof givenClasses)[number];

/** Of a milestone: whether it lies behind us. The server fills them in as well. */
export const roadmapClasses = ['past', 'ahead'] as const;
export type RoadmapClass = (typeof roadmapClasses)[number];

/**
 * What the home page shows, as finished text. The server writes it into the document it sends, so the page reads fully
 * before any script has run and no script ever has to format an amount.
 *
 * Words ending in `Class` are class names: `gone` takes an element out of the page. A text may be empty.
 */
export type HomeFacts = {
  /** `full`, `empty` (no price was ever told) or `failed` (they could not be read). */
  readonly state: string;
  readonly demoClass: GivenClass;
  /** When the newest of the prices was fetched, in Jamaica: `10:42 am`. */
  readonly updated: string;
  readonly prices: readonly HomePrice[];
  readonly terms: HomeTerms;
  readonly asked: HomeAsked;
  readonly example: HomeExample;
  readonly needs: HomeNeeds;
};

/** A figure in two parts, so that the cents can stand back: `15,967,000` and `.00`. */
export type Figure = { readonly whole: string; readonly cents: string };

export type HomePrice = {
  readonly rowClass: GivenClass;
  readonly symbol: string;
  readonly name: string;
  readonly jmd: Figure;
  readonly usd: Figure;
  readonly change: string;
  readonly changeClass: GivenClass;
  readonly updated: string;
  /** The same moment for machines. */
  readonly updatedIso: string;
};

/**
 * Rates in J$ for one US$, the fee as `8%`, Mahoni's price in US$, what is said of Lignum's, where the community meets.
 */
export type HomeTerms = {
  readonly buyRate: string;
  readonly sellRate: string;
  readonly fee: string;
  readonly mahoni: string;
  readonly lignum: string;
  readonly community: string;
};

/** What a visitor asked the page to work out, in its form. */
export type HomeAsked = {
  /** What stands in the field for J$, as it was typed. */
  readonly amount: string;
  readonly coin: string;
  /**
   * `gone` for the coin that is chosen, which stands first already, and for one that is given away. In the order of
   * {@link coinsAsked}.
   */
  readonly others: readonly string[];
  readonly problem: string;
  readonly problemClass: GivenClass;
};

/** What a purchase of that size asks of whoever has shown nothing yet. */
export type HomeNeeds = {
  readonly title: string;
  readonly lines: readonly { readonly lineClass: GivenClass; readonly name: string; readonly text: string }[];
  /** How long a check takes. */
  readonly review: string;
};

/** A worked order: into what the J$ divide. Widths are percent of the whole. */
export type HomeExample = {
  readonly paid: Figure;
  /** What stands below the bar: `J$12,500`, `J$25,000`. */
  readonly half: string;
  readonly full: string;
  /** The coins that arrive; `gone` where no coin is named or none can be bought now. */
  readonly coinsClass: GivenClass;
  readonly coins: string;
  readonly network: string;
  /** What sending them costs; `gone` where that is nothing. */
  readonly sendingClass: GivenClass;
  readonly sending: Figure;
  readonly sendingWidth: string;
  /** `known` or `unknown`: whether there is a market rate to compare ours with. */
  readonly marketClass: GivenClass;
  readonly market: string;
  readonly source: string;
  readonly worth: Figure;
  readonly worthWidth: string;
  readonly fee: Figure;
  readonly feeWidth: string;
  readonly difference: Figure;
  readonly differenceWidth: string;
  readonly allIn: Figure;
  readonly share: string;
};

/** Coins that can be asked for, in the documented order; one that is given away now is taken out of the page. */
export const coinsAsked = assetSymbols;

/** Whether a coin is sold only while the company has set a price for it (decision B11). */
export const mayBeGivenAway = (symbol: AssetSymbol): boolean => assets[symbol].priceFrom === 'company';

/** Latest prices on the home page: the first five [000 §9]. */
export const pricesShown = 5;

const noFigure: Figure = { whole: '', cents: '' };

/** A line of the list for which there is no price. */
export const noPrice: HomePrice = {
  rowClass: 'gone',
  symbol: '',
  name: '',
  jmd: noFigure,
  usd: noFigure,
  change: '',
  changeClass: 'gone',
  updated: '',
  updatedIso: '',
};

/** A line of what is needed that says nothing. */
export const noNeed = { lineClass: 'gone', name: '', text: '' } as const;

/** The page while our records cannot be read: it stands and says so. */
export const failedFacts: HomeFacts = {
  state: 'failed',
  demoClass: 'gone',
  updated: '',
  prices: Array.from({ length: pricesShown }, () => noPrice),
  terms: { buyRate: '', sellRate: '', fee: '8%', mahoni: '', lignum: '', community: '' },
  asked: {
    amount: '',
    coin: '',
    others: coinsAsked.map((coin) => (mayBeGivenAway(coin) ? 'gone' : '')),
    problem: '',
    problemClass: 'gone',
  },
  needs: { title: '', lines: Array.from({ length: 3 }, () => noNeed), review: '' },
  example: {
    paid: noFigure,
    half: '',
    full: '',
    coinsClass: 'gone',
    coins: '',
    network: '',
    sendingClass: 'gone',
    sending: noFigure,
    sendingWidth: '0',
    marketClass: 'failed',
    market: '',
    source: '',
    worth: noFigure,
    worthWidth: '0',
    fee: noFigure,
    feeWidth: '0',
    difference: noFigure,
    differenceWidth: '0',
    allIn: noFigure,
    share: '',
  },
};

type Leaves = string | readonly Leaves[] | { readonly [key: string]: Leaves };

/** Every text with its path: `home.prices.0.jmd.whole`. */
function leaves(value: Leaves, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, `${path}.${key}`));
}

/** What the server puts in place of the words between `%%` in the built page. */
export const homeSlots = (facts: HomeFacts): Record<string, string> => Object.fromEntries(leaves(facts, 'home'));

const opened = (value: Leaves, path: string): Leaves => {
  if (typeof value === 'string') return `%%${path}%%`;
  if (Array.isArray(value)) return value.map((part: Leaves, at) => opened(part, `${path}.${at}`));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, opened(part, `${path}.${key}`)]));
};

/** The same shape with a place to fill at every text: what the page is built from. */
export const openFacts = /* @__PURE__ */ opened(failedFacts, 'home') as HomeFacts;
