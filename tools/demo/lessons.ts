import { sql } from 'kysely';
import { basics } from '../../src/features/learning/appropriateness/content.ts';
import type { Db } from '../../src/platform/database/database.ts';

/** Marks the test before a first order as passed for all demo users. */
export async function insertPassedTests(tx: Db): Promise<void> {
  const { number, digest, questions, asked } = basics();
  const ids = questions.slice(0, asked).map(({ id }) => id);
  await sql`
    with t as (insert into appropriateness_tries (user_id, content_number, content_digest, questions, started_at,
        submitted_at, chosen, wrong, right_count, passed)
      select id, ${number}::integer, ${digest}, ${ids}::text[], now(), now(), '[[0]]', '{}', ${ids.length}::smallint, true from profiles
      returning id, user_id)
    insert into appropriateness_outcomes (user_id, content_number, way, try_id, at)
      select user_id, ${number}, 'passed', id, now() from t`.execute(tx);
}
