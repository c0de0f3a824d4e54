import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

const pendingTopics = new WeakMap<pg.Pool, Set<string>>();

const batchWindowMs = 25;

/** Notifies all processes. Sends the first topics right away and later topics in batches. */
export async function notifyTopics(pool: pg.Pool, topics: ReadonlySet<string>): Promise<void> {
  if (topics.size === 0) return;
  const pending = pendingTopics.get(pool);
  if (pending) {
    for (const topic of topics) pending.add(topic);
    return;
  }
  const topicsToSend = new Set(topics);
  pendingTopics.set(pool, topicsToSend);
  try {
    while (topicsToSend.size > 0) {
      const batch = [...topicsToSend];
      topicsToSend.clear();
      await pool.query({ name: 'announce', text: notifyAll, values: [batch] });
      await setTimeout(batchWindowMs, undefined, { ref: false });
    }
  } catch {
    // Ignores a lost connection. After a reconnect, browsers reload everything.
  } finally {
    pendingTopics.delete(pool);
  }
}

const notifyAll = "select pg_notify('topic', topic) from unnest($1::text[]) topic";
