import { after, days, hours, minutes } from '../../kernel/clock.ts';

type ListRules = { readonly needed: readonly string[]; readonly maxAgeHours: number };

const agingSources: readonly SourceName[] = ['ofac', 'un'];

export const getListRules = ({ needed, maxAgeHours }: ListRules) =>
  sources.map((source) => ({
    source,
    needed: needed.includes(source),
    allowedHours: agingSources.includes(source) ? maxAgeHours : null,
  }));

export const sourceNames = {
  ofac: 'OFAC Specially Designated Nationals',
  un: 'UN Security Council Consolidated List',
  local: 'Our own list',
  demo: 'Demo list (invented)',
} as const;
export type SourceName = keyof typeof sourceNames;
export const sources = Object.keys(sourceNames) as SourceName[];

export type ListVersion = { readonly source: SourceName; readonly listId: string; readonly publishedOn: string };

export type Source = {
  readonly source: SourceName;
  /** No address is clear unless all required lists are fresh. */
  readonly needed: boolean;
  readonly allowedHours: number | null;
  readonly list: ListVersion | null;
  /** Last time the version was known to be the newest. */
  readonly asOf: Date | null;
};

export type SourceState = 'fresh' | 'stale' | 'absent';

/** Maximum age of a publication. OFAC and the UN publish more often than this. */
const maxSilenceMs = days(90);

/** A stale list counts as absent (decision A4). */
export function getSourceState({ list, asOf, allowedHours }: Source, now: Date): SourceState {
  if (!list || !asOf) return 'absent';
  if (allowedHours === null) return 'fresh';
  const published = new Date(`${list.publishedOn}T00:00:00Z`);
  // A time in the future comes from a wrong clock.
  const isConfirmed = asOf <= after(now, minutes(5)) && after(asOf, hours(allowedHours)) >= now;
  const isFresh = isConfirmed && after(published, maxSilenceMs) >= now;
  return isFresh ? 'fresh' : 'stale';
}

/** Returns the required sources that are not fresh. `none needed` is a wrong configuration: nothing is clear. */
export function getSourcesDown(sources: readonly Source[], now: Date): SourceName[] | 'none needed' {
  const needed = sources.filter((source) => source.needed);
  if (needed.length === 0) return 'none needed';
  return needed.filter((source) => getSourceState(source, now) !== 'fresh').map(({ source }) => source);
}
