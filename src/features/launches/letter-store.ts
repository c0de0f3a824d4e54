import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

export type LetterAbout = { readonly id: string; readonly about: 'asked' | 'decided' };
/** To whom something is told of a launch, and what. */
export type LaunchTold = { readonly name: string; readonly email: string; readonly coin: string } & Pick<
  LetterAbout,
  'about'
>;

/** Null where nothing is to be told any more: they answered or withdrew meanwhile, or are gone. */
export async function launchToTell(tx: Db, { id, about }: LetterAbout): Promise<LaunchTold | null> {
  const still = about === 'asked' ? ['waiting_for_founder'] : ['accepted', 'declined', 'not_enough'];
  const { rows } = await sql<Omit<LaunchTold, 'about'>>`
    select p.display_name "name", p.email, s.coin_name coin
      from launch_submissions s join profiles p on p.id = s.user_id
     where s.id = ${id} and s.status = any(${still}::text[]) and p.closed_at is null`.execute(tx);
  return rows[0] ? { ...rows[0], about } : null;
}
