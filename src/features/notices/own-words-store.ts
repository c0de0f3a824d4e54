import { sql } from 'kysely';
import { type Db, firstValue } from '../../platform/database.ts';
import { inForce } from '../../platform/in-force.ts';
import type { Wording } from '../../platform/mail.ts';

/** The operator's own words by letter. A letter that is none of these says the house's. */
export type OwnWords = ReadonlyMap<string, Wording>;

/** All own words that are in force. */
export async function allOwnWords(tx: Db): Promise<OwnWords> {
  const { rows } = await sql<Wording & { letter: string }>`
    select letter, subject, paragraphs from (select distinct on (letter) letter, subject, paragraphs
        from letter_versions order by letter, id desc) newest where subject is not null`.execute(tx);
  return new Map(rows.map(({ letter, subject, paragraphs }) => [letter, { subject, paragraphs }]));
}

let known: { version: string; words: OwnWords } | null = null;

/** The same, read once by each process and known until any of them changes: else it costs one short question. */
export async function ownWordsNow(tx: Db): Promise<OwnWords> {
  const version = (await firstValue<string>(tx)`select letters "version" from ${inForce}`) ?? '';
  if (known?.version === version) return known.words;
  const words = await allOwnWords(tx);
  known = { version, words };
  return words;
}
