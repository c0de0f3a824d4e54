import type { BadgeKind } from '../../../ui/badge.tsx';
import { count, several } from '../../../ui/figures.ts';
import { dateText } from '../../../ui/format.ts';
import type { SourceState } from '../sources.ts';
import type { Agreement, ListDiff, ProviderView, SourceView } from '../views.ts';

/** Sanctions lists and their hits, in words that staff read. */

type Word = { readonly kind: BadgeKind; readonly text: string };

export const stateWords: Readonly<Record<SourceState, Word>> = {
  fresh: { kind: 'approved', text: 'Fresh' },
  stale: { kind: 'rejected', text: 'Too old' },
  absent: { kind: 'rejected', text: 'Absent' },
};

/** A source in two words: one that nobody needs is not broken when it is not there. */
export const sourceWord = ({ state, needed }: Pick<SourceView, 'state' | 'needed'>): Word =>
  state === 'absent' && !needed ? { kind: 'other', text: 'Not used' } : stateWords[state];

export const providerWords: Readonly<Record<ProviderView['state'], Word>> = {
  off: { kind: 'other', text: 'Off' },
  working: { kind: 'approved', text: 'Working' },
  down: { kind: 'rejected', text: 'Down' },
};

export const agreementWords: Readonly<Record<Agreement, Word>> = {
  same: { kind: 'rejected', text: 'Same' },
  near: { kind: 'pending', text: 'Near' },
  differs: { kind: 'approved', text: 'Differs' },
  unknown: { kind: 'other', text: 'Not known' },
};

type Held = { readonly parties: number; readonly names: number; readonly addresses: number };

/** What a list holds: `4 parties, 6 names, 16 addresses`. */
export const holdsText = ({ parties, names, addresses }: Held): string =>
  [
    several(parties, 'party', 'parties'),
    several(names, 'name', 'names'),
    several(addresses, 'address', 'addresses'),
  ].join(', ');

/** What an import changed: `12 added, 3 removed, 1 changed`; one that changed nothing says so. */
export function diffText({ parties, addresses }: ListDiff): string {
  const told = [
    [parties.added, 'added'],
    [parties.removed, 'removed'],
    [parties.changed, 'changed'],
    [addresses.added, 'addresses added'],
    [addresses.removed, 'addresses removed'],
  ] as const;
  const said = told.filter(([figure]) => figure > 0).map(([figure, what]) => `${count(figure)} ${what}`);
  return said.length === 0 ? 'Nothing changed' : said.join(', ');
}

const hour = 3_600_000;

/** Hours as people say them: `36 hours`, `3 days`. */
export const spanText = (hours: number): string =>
  hours < 48 ? `${hours} hour${hours === 1 ? '' : 's'}` : `${Math.floor(hours / 24)} days`;

export type Age = { readonly hours: number; readonly allowed: number };

/** How old a list is against what is allowed, in whole hours; null where it does not age or is not there. */
export function ageOf({ asOf, allowedHours }: Pick<SourceView, 'asOf' | 'allowedHours'>, now: Date): Age | null {
  if (asOf === null || allowedHours === null) return null;
  return { hours: Math.max(0, Math.floor((now.getTime() - asOf.getTime()) / hour)), allowed: allowedHours };
}

/** Dates of birth as lists know them: a year, a month, a day, or a span of them. */
export function birthText(birth: string): string {
  const [from = '', until] = birth.split('/');
  const one = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? dateText(text) : text);
  return until ? `${one(from)} to ${one(until)}` : one(from);
}

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** `JM` is `Jamaica`; what is no code stands as it is. */
export function countryText(code: string): string {
  try {
    return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
  } catch {
    return code;
  }
}

export const listed = (texts: readonly string[], none = 'Not given'): string =>
  texts.length === 0 ? none : texts.join(', ');
