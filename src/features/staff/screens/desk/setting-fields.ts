import { parseDecimal, pow10 } from '../../../../kernel/decimal.ts';
import { grouped } from '../../../../ui/figures.ts';
import { dateText } from '../../../../ui/format.ts';
import { socialNames } from '../../../../ui/social.ts';
import { allRoutes, networkIds, networks } from '../../../coins/networks.ts';
import type { SettingKey } from '../../../settings/schema.ts';

/** How one value of a setting is written by people. */
type Kind = 'text' | 'rate' | 'rate-or-none' | 'percent' | 'dollars' | 'dollars-or-none' | 'date' | 'optional';
export type SettingField = { readonly path: string; readonly label: string; readonly kind: Kind };

const field = (path: string, label: string, kind: Kind = 'text'): SettingField => ({ path, label, kind });

const bank = (currency: string): SettingField[] => [
  field(`${currency}.bank`, `${currency}: bank`),
  field(`${currency}.accountName`, `${currency}: account name`),
  field(`${currency}.accountType`, `${currency}: account type`),
  field(`${currency}.number`, `${currency}: account number`),
  field(`${currency}.branch`, `${currency}: branch`),
];

const wallets: SettingField[] = networkIds.flatMap((network) => [
  field(`${network}.address`, networks[network].name),
  ...(networks[network].hasTag ? [field(`${network}.tag`, `${networks[network].name}: tag`, 'optional')] : []),
]);

/** Every setting in the words of the people who keep it. `switches` are a grid of their own. */
export const settingSheets: Readonly<Record<SettingKey, { title: string; fields: readonly SettingField[] }>> = {
  rates: {
    title: 'Rates',
    fields: [
      field('buy', 'We sell US$1 for J$', 'rate'),
      field('sell', 'We buy US$1 for J$', 'rate'),
      field('market.rate', 'Market rate, J$', 'rate'),
      field('market.source', 'Market rate: source', 'optional'),
      field('market.asOf', 'Market rate: as of', 'date'),
    ],
  },
  fee: { title: 'Fee', fields: [field('basisPoints', 'Fee on trades', 'percent')] },
  caps: {
    title: 'Monthly caps',
    fields: [
      field('none', 'No tier, US$', 'dollars-or-none'),
      field('tier1', 'Tier 1, US$', 'dollars-or-none'),
      field('tier2', 'Tier 2, US$', 'dollars-or-none'),
      field('gate', 'Enhanced checks from, US$', 'dollars'),
    ],
  },
  order_limits: {
    title: 'Orders at once',
    fields: [
      field('open.none', 'Open orders, no tier', 'dollars'),
      field('open.tier1', 'Open orders, Tier 1', 'dollars'),
      field('open.tier2', 'Open orders, Tier 2', 'dollars'),
      field('unpaid', 'Unpaid orders of a side that hold their price', 'dollars'),
      field('perDay', 'Orders in a day', 'dollars'),
      field('perPicture', 'Orders that one picture proves', 'dollars'),
      field('heldBeforeCase', 'Sells held for a limit before a case opens', 'dollars'),
    ],
  },
  order_sizes: {
    title: 'Smallest order and network cost',
    fields: [
      field('smallest.buy', 'Smallest purchase, J$', 'dollars'),
      field('smallest.sell', 'Smallest sale, J$', 'dollars'),
      ...networkIds.map((id) => field(`networkCost.${id}`, `${networks[id].name}: cost of sending, J$`, 'dollars')),
    ],
  },
  price_guard: {
    title: 'Price jumps',
    fields: [
      field('jumpPercent', 'One source alone may move a price by, per cent', 'dollars'),
      field('withinMinutes', 'Against the last price of so many minutes', 'dollars'),
      field('confirmMinutes', 'A second reading confirms it after minutes', 'dollars'),
    ],
  },
  price_windows: {
    title: 'How long a price holds',
    fields: [
      field('bankTransfer', 'Bank transfer: minutes, then to the end of the day', 'dollars'),
      field('card', 'Card: minutes', 'dollars'),
      field('crypto', 'Coins sent to us: minutes', 'dollars'),
      field('choiceHours', 'Hours to think about a worse price', 'dollars'),
      field('searchDays', 'Days to look for what was claimed', 'dollars'),
      field('graceHours', 'Hours to upload another proof', 'dollars'),
    ],
  },
  bank_accounts: { title: 'Bank accounts', fields: [...bank('JMD'), ...bank('USD')] },
  company_wallets: { title: 'Company wallets', fields: wallets },
  asset_switches: { title: 'Paused assets', fields: [] },
  company: {
    title: 'Company',
    fields: [
      field('name', 'Name'),
      field('supportEmail', 'Support e-mail'),
      field('phone', 'Phone'),
      field('communityUrl', 'Community'),
      ...Object.entries(socialNames).map(([site, name]) => field(`social.${site}`, name, 'optional')),
    ],
  },
  token_prices: {
    title: 'Token prices',
    fields: [
      field('MHI', 'Mahoni, US$, set by the company', 'rate'),
      field('LGM', 'Lignum, US$, set by the company', 'rate-or-none'),
    ],
  },
  plan_prices: {
    title: 'Plans and workshops',
    fields: [
      field('basic', 'Basic, J$ a month', 'dollars'),
      field('personal', 'Personal, J$ a month', 'dollars'),
      field('professional', 'Professional, J$ a month', 'dollars'),
      field('workshop', 'Workshop, J$ a place', 'dollars'),
    ],
  },
  token_contracts: {
    title: 'Token addresses',
    fields: [field('MHI', 'Mahoni on Solana'), field('LGM', 'Lignum on Solana')],
  },
  awards: { title: 'Training coins', fields: [field('attendance', 'LGM for who comes to a workshop', 'dollars')] },
  first_order: {
    title: 'First order',
    fields: [field('lesson', 'The lesson before it: asked or not_asked')],
  },
  scam_reports: {
    title: 'Scam reports',
    fields: [
      field('perDay', 'Reports of one person in a day', 'dollars'),
      field('open', 'Reports of one person under way', 'dollars'),
      field('looksPerHour', 'Looks of one person or connection in an hour', 'dollars'),
      field('toldFrom', 'People who must name something before it is told', 'dollars'),
      field('coolingHours', 'Hours for which an order to a wallet of a published warning cools off', 'dollars'),
    ],
  },
  cash_deposits: {
    title: 'Cash deposits',
    fields: [
      field('ceiling', 'Cash that nobody may exceed, J$', 'dollars'),
      field('words', 'Words by which a bank line is cash, with commas'),
    ],
  },
  cards: {
    title: 'Cards',
    fields: [
      field('provider', 'Provider: none, wipay or fygaro'),
      field('forCrypto', 'For crypto: open or closed'),
      field('forEverythingElse', 'For everything else: open or closed'),
      field('keptHours', 'Hours for which crypto bought by card is kept', 'dollars'),
    ],
  },
};

/** What a form holds: a text for each path. */
export type Typed = Readonly<Record<string, string>>;

const leaf = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name] ?? null, value);

/** Basis points as percent, exactly: 825 is `8.25`. */
function percentText(basisPoints: unknown): string {
  const digits = String(basisPoints).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '') || '0';
}

/** Percent as basis points; null when it is not a number with at most two places. */
function basisPoints(text: string): number | null {
  const read = parseDecimal(text.trim().replace(/\s*%$/, ''));
  if (!read || read.units < 0n || read.scale > 2) return null;
  return Number(read.units * pow10(2 - read.scale));
}

/** Whole dollars as typed, with or without thousands; anything else stays a text that the shape refuses. */
function wholeDollars(text: string): number | string {
  const plain = text.trim().replaceAll(',', '');
  return /^\d{1,9}$/.test(plain) ? Number(plain) : text;
}

const typedLeaf = (value: unknown, { kind }: SettingField): string => {
  if (value === null || value === undefined) return '';
  return kind === 'percent' ? percentText(value) : String(value);
};

/** A value as the texts of its form. */
export const asTyped = (key: SettingKey, value: unknown): Typed =>
  Object.fromEntries(settingSheets[key].fields.map((each) => [each.path, typedLeaf(leaf(value, each.path), each)]));

function readLeaf(text: string, kind: Kind): unknown {
  const trimmed = text.trim();
  if (kind === 'percent') return basisPoints(trimmed) ?? trimmed;
  if (kind === 'dollars') return wholeDollars(trimmed);
  if (kind === 'dollars-or-none') return trimmed === '' ? null : wholeDollars(trimmed);
  return (kind === 'optional' || kind === 'rate-or-none') && trimmed === '' ? null : trimmed;
}

function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  into[name] ??= {};
  put(into[name] as Record<string, unknown>, rest.join('.'), value);
}

/** The texts of a form as a value of the setting; whether it fits its shape is for the shape to say. */
export function asValue(key: SettingKey, typed: Typed): unknown {
  const value: Record<string, unknown> = {};
  for (const { path, kind } of settingSheets[key].fields) put(value, path, readLeaf(typed[path] ?? '', kind));
  if (key === 'rates' && ['rate', 'source', 'asOf'].every((name) => !typed[`market.${name}`]?.trim())) {
    value.market = null;
  }
  if (key === 'company_wallets') {
    for (const network of networkIds) if (!networks[network].hasTag) put(value, `${network}.tag`, null);
  }
  return value;
}

export type Pause = { side: 'buy' | 'sell'; symbol: string; network: string | null };

const pausesOf = (value: unknown): readonly Pause[] => (value as { paused: Pause[] }).paused;

/** Whether a side of an asset on a network is paused; a pause without a network stands for all of them. */
export const isPaused = (value: unknown, at: Pause): boolean =>
  pausesOf(value).some(
    ({ side, symbol, network }) =>
      side === at.side && symbol === at.symbol && (network === null || network === at.network),
  );

/** The switches after one was turned: written out one by one, in the order of the grid. */
export function turned(value: unknown, at: Pause): { paused: Pause[] } {
  const all = allRoutes.flatMap(({ symbol, network }) =>
    (['buy', 'sell'] as const).map((side): Pause => ({ side, symbol, network })),
  );
  const same = (one: Pause) => one.side === at.side && one.symbol === at.symbol && one.network === at.network;
  return { paused: all.filter((one) => isPaused(value, one) !== same(one)) };
}

/** What no value means, by kind; of others it is only unknown. */
const shownNone: Readonly<Partial<Record<Kind, string>>> = {
  'dollars-or-none': 'Unlimited',
  'rate-or-none': 'None, given away',
};

const shownLeaf = (value: unknown, { kind }: SettingField): string => {
  if (value === null || value === undefined) return shownNone[kind] ?? '–';
  if (kind === 'percent') return `${percentText(value)} %`;
  if (kind === 'date') return dateText(String(value));
  return kind === 'text' || kind === 'optional' ? String(value) : grouped(String(value));
};

export type SettingRow = { readonly label: string; readonly text: string };

const pauseRows = (value: unknown): SettingRow[] =>
  pausesOf(value).map(({ side, symbol, network }) => ({
    label: `${side === 'buy' ? 'Buying' : 'Selling'} ${symbol}`,
    text: network === null ? 'paused on every network' : `paused on ${networks[network as 'bitcoin'].name}`,
  }));

/** A value in lines that people read, with the same labels for every value of one setting. */
export const rowsOf = (key: SettingKey, value: unknown): SettingRow[] =>
  key === 'asset_switches'
    ? pauseRows(value)
    : settingSheets[key].fields.map((each) => ({ label: each.label, text: shownLeaf(leaf(value, each.path), each) }));

export type ChangedRow = { readonly label: string; readonly before: string; readonly after: string };

/** What differs between two values, line by line. */
export function changedRows(key: SettingKey, before: unknown, after: unknown): ChangedRow[] {
  const name = ({ label, text }: SettingRow) => (key === 'asset_switches' ? `${label} ${text}` : label);
  const [old, fresh] = [rowsOf(key, before), rowsOf(key, after)].map(
    (rows) => new Map(rows.map((row) => [name(row), row])),
  );
  const none = key === 'asset_switches' ? 'open' : '–';
  const labels = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  return [...labels]
    .map((label) => {
      const [was, is] = [old?.get(label), fresh?.get(label)];
      return { label: (was ?? is)?.label ?? label, before: was?.text ?? none, after: is?.text ?? none };
    })
    .filter((row) => row.before !== row.after);
}
