import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export type LaunchEmailJob = { readonly id: string; readonly about: 'asked' | 'decided' };
export type LaunchEmail = { readonly name: string; readonly email: string; readonly coin: string } & Pick<
  LaunchEmailJob,
  'about'
>;

/** Returns null when the email is outdated: answered, withdrawn or account closed. */
export async function findLaunchEmail(tx: Db, { id, about }: LaunchEmailJob): Promise<LaunchEmail | null> {
  const statuses = about === 'asked' ? ['waiting_for_founder'] : ['accepted', 'declined', 'not_enough'];
  const { rows } = await sql<Omit<LaunchEmail, 'about'>>`
    select p.display_name "name", p.email, s.coin_name coin
      from launch_submissions s join profiles p on p.id = s.user_id
     where s.id = ${id} and s.status = any(${statuses}::text[]) and p.closed_at is null`.execute(tx);
  return rows[0] ? { ...rows[0], about } : null;
}
