import { sql } from 'kysely';
import { type Db, firstRow, firstValue } from '../../platform/database.ts';
import { sanctionsVersion } from '../screening/index-store.ts';
import { settingsVersion } from '../settings/store.ts';
import type { Indicator } from './indicators/indicator.ts';
import { inAllForms } from './indicators/same-wallet.ts';
import type { Known, PublishedVerdict } from './shapes.ts';

type Row = {
  n: number;
  told: Known['told'];
  verdict: PublishedVerdict | null;
  people: number | null;
  slug: string | null;
  firstDay: string | null;
};

export type LookColumn = readonly Row[] | null;

const knownOf = ({ told, verdict, people, slug, firstDay }: Row): Known =>
  told === 'reported' || verdict === null
    ? { told: 'reported' }
    : { told: 'published', verdict, people: people ?? 0, slug: slug ?? '', firstDay: firstDay ?? '' };

/** The columns of an indicator, each as a list in the order of the things asked about. */
export type Asked = { readonly kinds: string[]; readonly scopes: string[]; readonly values: string[] };

export const askedOf = (of: readonly Indicator[]): Asked => ({
  kinds: of.map(({ kind }) => kind),
  scopes: of.map(({ scope }) => scope),
  values: of.map(({ value }) => value),
});

/** What {@link knownFrom} reads: finds each thing by the one index `indicator_once`, however many are in the house. */
export const lookColumn = ({ kinds, scopes, values }: Asked) => sql`(
  select json_agg(json_build_object('n', n, 'told', told, 'verdict', verdict, 'people', people, 'slug', slug,
      'firstDay', first_day))
    from app.scam_look(${kinds}::text[], ${scopes}::text[], ${values}::text[]))`;

/** What whoever asks may know of each of the things asked about, in their order. */
export function knownFrom(asked: readonly Indicator[], rows: LookColumn): (Known | null)[] {
  const found = new Map((rows ?? []).map((row) => [row.n, knownOf(row)]));
  return asked.map((_one, at) => found.get(at + 1) ?? null);
}

/** The same by a statement of its own. */
export async function knownIn(tx: Db, asked: readonly Indicator[]): Promise<(Known | null)[]> {
  if (asked.length === 0) return [];
  return knownFrom(asked, await firstValue<LookColumn>(tx)`select ${lookColumn(askedOf(asked))} known`);
}

/** How much is told: of what was published more than of what was reported. */
const weighs = (known: Known | null): number => (known === null ? 0 : known.told === 'reported' ? 1 : 2);

/** The same; of a wallet what is told most of, of all forms in which its key writes it. */
export async function knownInAnyForm(tx: Db, asked: readonly Indicator[]): Promise<(Known | null)[]> {
  const forms = asked.map(inAllForms);
  const found = await knownIn(tx, forms.flat());
  return forms.map((all) => {
    const own = found.splice(0, all.length);
    return own.toSorted((one, other) => weighs(other) - weighs(one))[0] ?? null;
  });
}

/** The same of one thing, for whoever is about to pay to it. */
export const known = async (tx: Db, asked: Indicator): Promise<Known | null> => (await knownIn(tx, [asked]))[0] ?? null;

/** Which settings and lists are in force: the words by which each process knows them. */
export async function versionsInForce(tx: Db): Promise<{ settings: string; lists: string }> {
  const row = await firstRow<{ settings: string; lists: string }>(tx)`
    select ${settingsVersion} settings, ${sanctionsVersion} lists from in_force`;
  if (!row) throw new Error('the database knows no settings in force');
  return row;
}
