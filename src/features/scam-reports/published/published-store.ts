import { allRows, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import type { Indicator, PublishedVerdict } from '../types.ts';
import type { AppealWarning } from './public-schema.ts';

export type PublicWarning = {
  readonly id: string;
  readonly slug: string;
  readonly verdict: PublishedVerdict;
  readonly title: string;
  readonly summary: string;
  readonly publishedAt: Date;
  readonly people: number;
  readonly indicators: readonly (Indicator & { readonly people: number })[];
};

export type Key = { readonly at: Date; readonly id: string };
type Page = { readonly search: string; readonly after: Key | null; readonly limit: number };

export async function publishedWarnings(db: Db, { search, after, limit }: Page): Promise<PublicWarning[]> {
  const searchText = search === '' ? null : search;
  return allRows<PublicWarning>(db)`
    select id, slug, verdict, title, summary, published_at "publishedAt", people, indicators
      from app.list_published_scams(${searchText}, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid,
        ${limit})`;
}

/** A withdrawn warning shows only its date. */
export type OneWarning =
  | (Omit<PublicWarning, 'id'> & { readonly withdrawnAt: null })
  | { readonly slug: string; readonly withdrawnAt: Date };

export async function publishedWarning(db: Db, slug: string): Promise<OneWarning | null> {
  const found = await firstRow<Omit<PublicWarning, 'id'> & { withdrawnAt: Date | null }>(db)`
    select slug, verdict, title, summary, published_at "publishedAt", withdrawn_at "withdrawnAt", people, indicators
      from app.find_published_scam(${slug})`;
  if (!found) return null;
  const { withdrawnAt } = found;
  return withdrawnAt ? { slug: found.slug, withdrawnAt } : { ...found, withdrawnAt: null };
}

type NewAppeal = AppealWarning & { readonly now: Date };

/** Stores an appeal and returns its id. Null when the warning is not public or has too many open appeals. */
export const insertAppeal = (tx: Db, { slug, name, email, statement, now }: NewAppeal) =>
  firstValue<string>(tx)`
    select app.appeal_scam(${slug}, ${name}, ${email}, ${statement}, ${now}) id`;
