import { sql } from 'kysely';
import { type Db, firstRow, firstValue } from '../../platform/database/database.ts';
import { sanctionsVersion } from '../screening/index-store.ts';
import { settingsVersion } from '../settings/store.ts';
import { equivalentIndicators } from './indicators/wallet.ts';
import type { Indicator, Known, PublishedVerdict } from './types.ts';
import { isWeightyEnough, type Reporter } from './weight.ts';

type Row = {
  n: number;
  shown: Known['shown'];
  verdict: PublishedVerdict | null;
  people: number | null;
  slug: string | null;
  firstDay: string | null;
  /** Reporters of an unjudged indicator; null once a warning is published. */
  reporters: readonly Reporter[] | null;
  /** Required number of fully weighted reporters. Null for a name, which only a published warning reveals. */
  needed: number | null;
};

export type LookupRows = readonly Row[] | null;

const toKnown = ({ shown, verdict, people, slug, firstDay }: Row): Known =>
  shown === 'reported' || verdict === null
    ? { shown: 'reported' }
    : { shown: 'published', verdict, people: people ?? 0, slug: slug ?? '', firstDay: firstDay ?? '' };

export type IndicatorColumns = { readonly kinds: string[]; readonly scopes: string[]; readonly values: string[] };

export const toColumns = (of: readonly Indicator[]): IndicatorColumns => ({
  kinds: of.map(({ kind }) => kind),
  scopes: of.map(({ scope }) => scope),
  values: of.map(({ value }) => value),
});

/** SQL subquery for a column that {@link matchKnown} reads. Finds each indicator through the index `indicator_once`. */
export const lookupColumn = ({ kinds, scopes, values }: IndicatorColumns) => sql`(
  select json_agg(json_build_object('n', n, 'shown', warning_level, 'verdict', verdict, 'people', people, 'slug', slug,
      'firstDay', first_day, 'reporters', reporters, 'needed', needed))
    from app.lookup_scams(${kinds}::text[], ${scopes}::text[], ${values}::text[]))`;

export function matchKnown(indicators: readonly Indicator[], rows: LookupRows): (Known | null)[] {
  const visible = (rows ?? []).filter(
    ({ reporters, needed }) => reporters === null || (needed !== null && isWeightyEnough(reporters, needed)),
  );
  const found = new Map(visible.map((row) => [row.n, toKnown(row)]));
  return indicators.map((_one, at) => found.get(at + 1) ?? null);
}

/** Finds what each indicator is known for, in the order of `indicators`. Null means unknown. */
export async function findKnown(tx: Db, indicators: readonly Indicator[]): Promise<(Known | null)[]> {
  if (indicators.length === 0) return [];
  return matchKnown(indicators, await firstValue<LookupRows>(tx)`select ${lookupColumn(toColumns(indicators))} known`);
}

const severityOf = (known: Known | null): number => (known === null ? 0 : known.shown === 'reported' ? 1 : 2);

/** Like {@link findKnown}. A wallet gets the most severe result among all addresses that its private key opens. */
export async function findKnownInAnyForm(tx: Db, indicators: readonly Indicator[]): Promise<(Known | null)[]> {
  const forms = indicators.map(equivalentIndicators);
  const found = await findKnown(tx, forms.flat());
  return forms.map((all) => {
    const own = found.splice(0, all.length);
    return own.toSorted((a, b) => severityOf(b) - severityOf(a))[0] ?? null;
  });
}

export const findKnownIndicator = async (tx: Db, indicator: Indicator): Promise<Known | null> =>
  (await findKnown(tx, [indicator]))[0] ?? null;

/** Current versions of settings and sanctions lists. */
export async function loadActiveVersions(tx: Db): Promise<{ settings: string; lists: string }> {
  const row = await firstRow<{ settings: string; lists: string }>(tx)`
    select ${settingsVersion} settings, ${sanctionsVersion} lists from active_versions`;
  if (!row) throw new Error('the database knows no settings in force');
  return row;
}
