import type { BadgeKind } from '../../../../ui/badge.tsx';
import { formatDate } from '../../../../ui/format.ts';
import { formatCount, formatPlural } from '../../../../ui/number-format.ts';
import type { SourceState } from '../../sources.ts';
import type { Agreement, ListDiff, ProviderView, SourceView } from '../../views.ts';

type StatusLabel = { readonly kind: BadgeKind; readonly text: string };

export const stateLabels: Readonly<Record<SourceState, StatusLabel>> = {
  fresh: { kind: 'approved', text: 'Up to date' },
  stale: { kind: 'rejected', text: 'Too old' },
  absent: { kind: 'rejected', text: 'Missing' },
};

export const getSourceLabel = ({ state, needed }: Pick<SourceView, 'state' | 'needed'>): StatusLabel =>
  state === 'absent' && !needed ? { kind: 'other', text: 'Not used' } : stateLabels[state];

export const providerLabels: Readonly<Record<ProviderView['state'], StatusLabel>> = {
  off: { kind: 'other', text: 'Off' },
  working: { kind: 'approved', text: 'Working' },
  down: { kind: 'rejected', text: 'Down' },
};

export const agreementLabels: Readonly<Record<Agreement, StatusLabel>> = {
  same: { kind: 'rejected', text: 'Same' },
  near: { kind: 'pending', text: 'Close' },
  differs: { kind: 'approved', text: 'Different' },
  unknown: { kind: 'other', text: 'Unknown' },
};

type ListCounts = { readonly parties: number; readonly names: number; readonly addresses: number };

export const formatCounts = ({ parties, names, addresses }: ListCounts): string =>
  [
    formatPlural(parties, 'party', 'parties'),
    formatPlural(names, 'name', 'names'),
    formatPlural(addresses, 'address', 'addresses'),
  ].join(', ');

export function formatDiff({ parties, addresses }: ListDiff): string {
  const figures = [
    [parties.added, 'added'],
    [parties.removed, 'removed'],
    [parties.changed, 'changed'],
    [addresses.added, 'addresses added'],
    [addresses.removed, 'addresses removed'],
  ] as const;
  const parts = figures.filter(([figure]) => figure > 0).map(([figure, what]) => `${formatCount(figure)} ${what}`);
  return parts.length === 0 ? 'Nothing changed' : parts.join(', ');
}

const hourMs = 3_600_000;

export const formatAge = (hours: number): string =>
  hours < 48 ? formatPlural(hours, 'hour', 'hours') : formatPlural(Math.floor(hours / 24), 'day', 'days');

export type Age = { readonly hours: number; readonly allowed: number };

/** Returns the age in whole hours, or null for a list without an age limit or version. */
export function getAge({ asOf, allowedHours }: Pick<SourceView, 'asOf' | 'allowedHours'>, now: Date): Age | null {
  if (asOf === null || allowedHours === null) return null;
  return { hours: Math.max(0, Math.floor((now.getTime() - asOf.getTime()) / hourMs)), allowed: allowedHours };
}

export function formatBirth(birth: string): string {
  const [from = '', until] = birth.split('/');
  const formatPart = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text);
  return until ? `${formatPart(from)} to ${formatPart(until)}` : formatPart(from);
}

const regions = new Intl.DisplayNames('en', { type: 'region' });

export function formatCountry(code: string): string {
  try {
    return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
  } catch {
    return code;
  }
}

export const joinTexts = (texts: readonly string[], none = 'Not given'): string =>
  texts.length === 0 ? none : texts.join(', ');
