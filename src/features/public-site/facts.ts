import { type AssetSymbol, assetSymbols, assets } from '../assets/assets.ts';

/** CSS classes that the server fills in. The build reads this list to include their styles. */
export const givenClasses = [
  ...(['gone', 'known', 'unknown', 'failed', 'fresh', 'stale', 'demo'] as const),
  ...(['up-d', 'down-d', 'err'] as const),
] as const;
type GivenClass = (typeof givenClasses)[number];

export const roadmapClasses = ['past', 'ahead'] as const;
export type RoadmapClass = (typeof roadmapClasses)[number];

/** Texts that the server fills into the home page. Names ending in `Class` are CSS classes. `gone` hides an element. */
export type HomeFacts = {
  /** `full`, `empty` (no prices yet) or `failed` (unreadable). */
  readonly state: string;
  readonly demoClass: GivenClass;
  readonly updated: string;
  readonly prices: readonly HomePrice[];
  readonly terms: HomeTerms;
  readonly asked: HomeInput;
  readonly example: HomeExample;
  readonly needs: HomeRequirements;
};

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
  readonly updatedIso: string;
};

export type HomeTerms = {
  readonly buyRate: string;
  readonly sellRate: string;
  readonly fee: string;
  readonly mahoni: string;
  readonly lignum: string;
  readonly community: string;
};

export type HomeInput = {
  readonly amount: string;
  readonly coin: string;
  readonly others: readonly string[];
  readonly problem: string;
  readonly problemClass: GivenClass;
};

export type HomeRequirements = {
  readonly title: string;
  readonly lines: readonly { readonly lineClass: GivenClass; readonly name: string; readonly text: string }[];
  readonly review: string;
};

export type HomeExample = {
  readonly paid: Figure;
  readonly half: string;
  readonly full: string;
  readonly coinsClass: GivenClass;
  readonly coins: string;
  readonly network: string;
  readonly sendingClass: GivenClass;
  readonly sending: Figure;
  readonly sendingWidth: string;
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

export const calculatorCoins = assetSymbols;

/** True for our own tokens, which we sell only while they have a price (decision B11). */
export const isCompanyPriced = (symbol: AssetSymbol): boolean => assets[symbol].priceFrom === 'company';

/** [000 §9] */
export const maxPrices = 5;

const noFigure: Figure = { whole: '', cents: '' };

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

export const noRequirement = { lineClass: 'gone', name: '', text: '' } as const;

export const failedFacts: HomeFacts = {
  state: 'failed',
  demoClass: 'gone',
  updated: '',
  prices: Array.from({ length: maxPrices }, () => noPrice),
  terms: { buyRate: '', sellRate: '', fee: '8%', mahoni: '', lignum: '', community: '' },
  asked: {
    amount: '',
    coin: '',
    others: calculatorCoins.map((coin) => (isCompanyPriced(coin) ? 'gone' : '')),
    problem: '',
    problemClass: 'gone',
  },
  needs: { title: '', lines: Array.from({ length: 3 }, () => noRequirement), review: '' },
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

type SlotTree = string | readonly SlotTree[] | { readonly [key: string]: SlotTree };

function flattenSlots(value: SlotTree, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => flattenSlots(part, `${path}.${key}`));
}

export const homeSlots = (facts: HomeFacts): Record<string, string> => Object.fromEntries(flattenSlots(facts, 'home'));

const toPlaceholders = (value: SlotTree, path: string): SlotTree => {
  if (typeof value === 'string') return `%%${path}%%`;
  if (Array.isArray(value)) return value.map((part: SlotTree, at) => toPlaceholders(part, `${path}.${at}`));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlaceholders(part, `${path}.${key}`)]));
};

/** The build renders the page with these placeholders. The server replaces them by the facts. */
export const placeholderFacts = /* @__PURE__ */ toPlaceholders(failedFacts, 'home') as HomeFacts;
