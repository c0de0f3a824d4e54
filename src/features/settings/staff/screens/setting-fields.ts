import { parseDecimal, pow10 } from '../../../../kernel/decimal.ts';
import { formatDate } from '../../../../ui/format.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import { socialNames } from '../../../../ui/social.ts';
import { allRoutes, networkIds, networks } from '../../../assets/networks.ts';
import type { SettingKey } from '../../schema.ts';

type Kind = 'text' | 'rate' | 'rate-or-none' | 'percent' | 'dollars' | 'dollars-or-none' | 'date' | 'optional';
export type SettingField = { readonly path: string; readonly label: string; readonly kind: Kind };

const field = (path: string, label: string, kind: Kind = 'text'): SettingField => ({ path, label, kind });

const bankFields = (currency: string): SettingField[] => [
  field(`${currency}.bank`, `${currency}: bank`),
  field(`${currency}.accountName`, `${currency}: account name`),
  field(`${currency}.accountType`, `${currency}: account type`),
  field(`${currency}.number`, `${currency}: account number`),
  field(`${currency}.branch`, `${currency}: branch`),
];

const walletFields: SettingField[] = networkIds.flatMap((network) => [
  field(`${network}.address`, networks[network].name),
  ...(networks[network].hasTag ? [field(`${network}.tag`, `${networks[network].name}: tag`, 'optional')] : []),
]);

/** Form fields of every setting. `asset_switches` has its own grid. */
export const settingForms: Readonly<Record<SettingKey, { title: string; fields: readonly SettingField[] }>> = {
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
    title: 'Order counts',
    fields: [
      field('open.none', 'Open orders, no tier', 'dollars'),
      field('open.tier1', 'Open orders, Tier 1', 'dollars'),
      field('open.tier2', 'Open orders, Tier 2', 'dollars'),
      field('unpaid', 'Unpaid orders with a fixed price, per side', 'dollars'),
      field('perDay', 'Orders per day', 'dollars'),
      field('perPicture', 'Orders per proof picture', 'dollars'),
      field('heldBeforeCase', 'Sells held over the limit that open a case', 'dollars'),
    ],
  },
  order_sizes: {
    title: 'Minimum order and network fee',
    fields: [
      field('smallest.buy', 'Minimum purchase, J$', 'dollars'),
      field('smallest.sell', 'Minimum sale, J$', 'dollars'),
      ...networkIds.map((id) => field(`networkCost.${id}`, `${networks[id].name}: network fee, J$`, 'dollars')),
    ],
  },
  price_guard: {
    title: 'Price jumps',
    fields: [
      field('jumpPercent', 'Largest price jump from one source, percent', 'dollars'),
      field('withinMinutes', 'Compared with the last price within, minutes', 'dollars'),
      field('confirmMinutes', 'Confirmed by a second reading after, minutes', 'dollars'),
    ],
  },
  price_windows: {
    title: 'How long prices are valid',
    fields: [
      field('bankTransfer', 'Bank transfer, minutes (then until the end of the day)', 'dollars'),
      field('card', 'Card, minutes', 'dollars'),
      field('crypto', 'Coins sent to us, minutes', 'dollars'),
      field('choiceHours', 'Time to accept a worse price, hours', 'dollars'),
      field('searchDays', 'Search for a claimed payment, days', 'dollars'),
      field('graceHours', 'Time to upload another proof, hours', 'dollars'),
    ],
  },
  bank_accounts: { title: 'Bank accounts', fields: [...bankFields('JMD'), ...bankFields('USD')] },
  company_wallets: { title: 'Company wallets', fields: walletFields },
  asset_switches: { title: 'Paused assets', fields: [] },
  company: {
    title: 'Company',
    fields: [
      field('name', 'Name'),
      field('supportEmail', 'Support email'),
      field('phone', 'Phone'),
      field('whatsapp', 'WhatsApp number', 'optional'),
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
      field('workshop', 'Workshop, J$ a seat', 'dollars'),
    ],
  },
  token_contracts: {
    title: 'Token addresses',
    fields: [field('MHI', 'Mahoni on Solana'), field('LGM', 'Lignum on Solana')],
  },
  awards: { title: 'Training coins', fields: [field('attendance', 'LGM for attending a workshop', 'dollars')] },
  first_order: {
    title: 'First order',
    fields: [field('lesson', 'Lesson required: asked or not_asked')],
  },
  scam_reports: {
    title: 'Scam reports',
    fields: [
      field('perDay', 'Reports per person and day', 'dollars'),
      field('open', 'Open reports per person', 'dollars'),
      field('looksPerHour', 'Lookups per person or connection and hour', 'dollars'),
      field('warnFrom', 'Reporters needed before a warning is shown', 'dollars'),
      field('coolingHours', 'Cooling-off for orders to a warned wallet, hours', 'dollars'),
    ],
  },
  payee_wait: {
    title: 'New wallets and bank accounts',
    fields: [
      field('hours', 'Wait before large payouts to a new one, hours', 'dollars'),
      field('from', 'Large payouts from, J$', 'dollars'),
    ],
  },
  discounts: {
    title: 'Fee discounts',
    fields: [field('state', 'Tiers and promo codes: open or closed')],
  },
  cash_deposits: {
    title: 'Cash deposits',
    fields: [
      field('ceiling', 'Cash limit, J$', 'dollars'),
      field('words', 'Words that identify cash on bank lines, comma-separated'),
    ],
  },
  cards: {
    title: 'Cards',
    fields: [
      field('provider', 'Provider, or none'),
      field('forCrypto', 'For crypto: open or closed'),
      field('forEverythingElse', 'For other products: open or closed'),
      field('keptHours', 'Hold of crypto bought by card, hours', 'dollars'),
    ],
  },
};

export type FormValues = Readonly<Record<string, string>>;

const getValueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name] ?? null, value);

/** Formats 825 basis points as `8.25`. */
function formatPercent(basisPoints: unknown): string {
  const digits = String(basisPoints).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '') || '0';
}

/** Null unless the text is a number with at most two decimals. */
function parseBasisPoints(text: string): number | null {
  const read = parseDecimal(text.trim().replace(/\s*%$/, ''));
  if (!read || read.units < 0n || read.scale > 2) return null;
  return Number(read.units * pow10(2 - read.scale));
}

/** Accepts thousands separators. Returns other text unchanged, so that the schema rejects it. */
function parseWholeDollars(text: string): number | string {
  const plain = text.trim().replaceAll(',', '');
  return /^\d{1,9}$/.test(plain) ? Number(plain) : text;
}

const formatInput = (value: unknown, { kind }: SettingField): string => {
  if (value === null || value === undefined) return '';
  return kind === 'percent' ? formatPercent(value) : String(value);
};

export const toFormValues = (key: SettingKey, value: unknown): FormValues =>
  Object.fromEntries(
    settingForms[key].fields.map((each) => [each.path, formatInput(getValueAt(value, each.path), each)]),
  );

function parseInput(text: string, kind: Kind): unknown {
  const trimmed = text.trim();
  if (kind === 'percent') return parseBasisPoints(trimmed) ?? trimmed;
  if (kind === 'dollars') return parseWholeDollars(trimmed);
  if (kind === 'dollars-or-none') return trimmed === '' ? null : parseWholeDollars(trimmed);
  return (kind === 'optional' || kind === 'rate-or-none') && trimmed === '' ? null : trimmed;
}

function setValueAt(into: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  into[name] ??= {};
  setValueAt(into[name] as Record<string, unknown>, rest.join('.'), value);
}

/** Builds the value without validating it. */
export function fromFormValues(key: SettingKey, typed: FormValues): unknown {
  const value: Record<string, unknown> = {};
  for (const { path, kind } of settingForms[key].fields) setValueAt(value, path, parseInput(typed[path] ?? '', kind));
  if (key === 'rates' && ['rate', 'source', 'asOf'].every((name) => !typed[`market.${name}`]?.trim())) {
    value.market = null;
  }
  if (key === 'company_wallets') {
    for (const network of networkIds) if (!networks[network].hasTag) setValueAt(value, `${network}.tag`, null);
  }
  return value;
}

export type Pause = { side: 'buy' | 'sell'; symbol: string; network: string | null };

const getPauses = (value: unknown): readonly Pause[] => (value as { paused: Pause[] }).paused;

/** A pause without a network covers all networks. */
export const isPaused = (value: unknown, at: Pause): boolean =>
  getPauses(value).some(
    ({ side, symbol, network }) =>
      side === at.side && symbol === at.symbol && (network === null || network === at.network),
  );

/** Toggles the pause of one route. Returns all paused routes in grid order. */
export function togglePause(value: unknown, at: Pause): { paused: Pause[] } {
  const allPauses = allRoutes.flatMap(({ symbol, network }) =>
    (['buy', 'sell'] as const).map((side): Pause => ({ side, symbol, network })),
  );
  const isSame = (pause: Pause) => pause.side === at.side && pause.symbol === at.symbol && pause.network === at.network;
  return { paused: allPauses.filter((pause) => isPaused(value, pause) !== isSame(pause)) };
}

const emptyLabels: Readonly<Partial<Record<Kind, string>>> = {
  'dollars-or-none': 'Unlimited',
  'rate-or-none': 'None, free',
};

const formatValue = (value: unknown, { kind }: SettingField): string => {
  if (value === null || value === undefined) return emptyLabels[kind] ?? '–';
  if (kind === 'percent') return `${formatPercent(value)} %`;
  if (kind === 'date') return formatDate(String(value));
  return kind === 'text' || kind === 'optional' ? String(value) : groupThousands(String(value));
};

export type SettingRow = { readonly label: string; readonly text: string };

const getPauseRows = (value: unknown): SettingRow[] =>
  getPauses(value).map(({ side, symbol, network }) => ({
    label: `${side === 'buy' ? 'Buying' : 'Selling'} ${symbol}`,
    text: network === null ? 'paused on every network' : `paused on ${networks[network as 'bitcoin'].name}`,
  }));

export const getRows = (key: SettingKey, value: unknown): SettingRow[] =>
  key === 'asset_switches'
    ? getPauseRows(value)
    : settingForms[key].fields.map((each) => ({
        label: each.label,
        text: formatValue(getValueAt(value, each.path), each),
      }));

export type ChangedRow = { readonly label: string; readonly before: string; readonly after: string };

export function getChangedRows(key: SettingKey, before: unknown, after: unknown): ChangedRow[] {
  const name = ({ label, text }: SettingRow) => (key === 'asset_switches' ? `${label} ${text}` : label);
  const [oldRows, newRows] = [getRows(key, before), getRows(key, after)].map(
    (rows) => new Map(rows.map((row) => [name(row), row])),
  );
  const none = key === 'asset_switches' ? 'open' : '–';
  const labels = new Set([...(oldRows?.keys() ?? []), ...(newRows?.keys() ?? [])]);
  return [...labels]
    .map((label) => {
      const [oldRow, newRow] = [oldRows?.get(label), newRows?.get(label)];
      return {
        label: (oldRow ?? newRow)?.label ?? label,
        before: oldRow?.text ?? none,
        after: newRow?.text ?? none,
      };
    })
    .filter((row) => row.before !== row.after);
}
