import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { sanctionsVersion } from '../screening/index-store.ts';
import { settingsVersion } from '../settings/store.ts';
import type { Indicator } from './indicators/indicator.ts';
import type { Known, PublishedVerdict } from './shapes.ts';

type Row = {
  n: number;
  told: Known['told'];
  verdict: PublishedVerdict | null;
  people: number | null;
  slug: string | null;
  firstDay: string | null;
};

const knownOf = ({ told, verdict, people, slug, firstDay }: Row): Known =>
  told === 'reported' || verdict === null
    ? { told: 'reported' }
    : { told: 'published', verdict, people: people ?? 0, slug: slug ?? '', firstDay: firstDay ?? '' };

/**
 * What whoever asks may know of each of these, in their order: by one statement, which finds each by the one index
 * `indicator_once`, however many there are in the house.
 */
export async function knownIn(tx: Db, asked: readonly Indicator[]): Promise<(Known | null)[]> {
  if (asked.length === 0) return [];
  const column = (of: (one: Indicator) => string) => asked.map(of);
  const { rows } = await sql<Row>`
    select n, told, verdict, people, slug, first_day::text "firstDay"
      from app.scam_look(${column(({ kind }) => kind)}::text[], ${column(({ scope }) => scope)}::text[],
        ${column(({ value }) => value)}::text[])`.execute(tx);
  const found = new Map(rows.map((row) => [row.n, knownOf(row)]));
  return asked.map((_one, at) => found.get(at + 1) ?? null);
}

/** The same of one thing, for whoever is about to pay to it. */
export const known = async (tx: Db, asked: Indicator): Promise<Known | null> => (await knownIn(tx, [asked]))[0] ?? null;

/** Which settings and lists are in force: the words by which each process knows them. */
export async function versionsInForce(tx: Db): Promise<{ settings: string; lists: string }> {
  const { rows } = await sql<{ settings: string; lists: string }>`
    select ${settingsVersion} settings, ${sanctionsVersion} lists from in_force`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the database knows no settings in force');
  return row;
}
