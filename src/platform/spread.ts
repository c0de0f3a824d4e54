import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

/** What committed transactions announced and nobody was told yet. */
const untold = new WeakMap<pg.Pool, Set<string>>();

/** How long news gathers after some went out, ms: nobody sees the pause, and a busy server tells it once. */
const gathering = 25;

/** Tells every process what changed: the first at once, what comes in just after it together. */
export async function spread(pool: pg.Pool, topics: ReadonlySet<string>): Promise<void> {
  if (topics.size === 0) return;
  const waiting = untold.get(pool);
  if (waiting) {
    for (const topic of topics) waiting.add(topic);
    return;
  }
  const mine = new Set(topics);
  untold.set(pool, mine);
  try {
    while (mine.size > 0) {
      const batch = [...mine];
      mine.clear();
      await pool.query({ name: 'announce', text: notifyAll, values: [batch] });
      await setTimeout(gathering, undefined, { ref: false });
    }
  } catch {
    // The database went away: when the live line comes back, it tells the browsers to read everything again.
  } finally {
    untold.delete(pool);
  }
}

const notifyAll = "select pg_notify('topic', topic) from unnest($1::text[]) topic";
