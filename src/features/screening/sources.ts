import { after, days, hours, minutes } from '../../kernel/clock.ts';

/** Where lists come from. */
export const sourceNames = {
  ofac: 'OFAC Specially Designated Nationals',
  un: 'UN Security Council Consolidated List',
  local: 'Our own list',
  demo: 'Demo list (invented)',
} as const;
export type SourceName = keyof typeof sourceNames;
export const sources = Object.keys(sourceNames) as SourceName[];

/** A version of a list, as a result names it. */
export type ListVersion = { readonly source: SourceName; readonly listId: string; readonly publishedOn: string };

/** A source with its version in force. */
export type Source = {
  readonly source: SourceName;
  /** Whether nothing is clear without it. */
  readonly needed: boolean;
  /** Older than this counts as down; null for lists that do not age. */
  readonly allowedHours: number | null;
  readonly list: ListVersion | null;
  /** When the version in force was last known to be its publisher's newest. */
  readonly asOf: Date | null;
};

export type SourceState = 'fresh' | 'stale' | 'absent';

/** Neither OFAC nor the UN is ever silent for so long: what is older is not their newest. */
const longestSilence = days(90);

/** Whether a list may be relied upon (decision A4): stale is as good as absent, and clears nobody. */
export function stateOf({ list, asOf, allowedHours }: Source, now: Date): SourceState {
  if (!list || !asOf) return 'absent';
  if (allowedHours === null) return 'fresh';
  const published = new Date(`${list.publishedOn}T00:00:00Z`);
  // Known to be the newest at a moment that has not come: a clock ran ahead, and nobody knows since when it is not.
  const known = asOf <= after(now, minutes(5)) && after(asOf, hours(allowedHours)) >= now;
  const fresh = known && after(published, longestSilence) >= now;
  return fresh ? 'fresh' : 'stale';
}

/** The needed lists that are down. Without any needed list everything is: somebody forgot to name them. */
export function sourcesDown(all: readonly Source[], now: Date): SourceName[] | 'none needed' {
  const needed = all.filter((source) => source.needed);
  if (needed.length === 0) return 'none needed';
  return needed.filter((source) => stateOf(source, now) !== 'fresh').map(({ source }) => source);
}
