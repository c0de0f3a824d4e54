import { randomUUID } from 'node:crypto';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';

export function buildScreeningRows({ owner }: TestServer, scene: Scene) {
  const own = 'yes' as const;
  const insertHit = async (actor: Actor) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into name_hits (user_id, source, party_ref, score, pair_hash, details, created_at)
       values ($1, 'demo', $2, 90, 'x', '{}', now()) returning id`,
      [scene.ids[actor === 'staffOwner' ? 'staffOwner' : 'owner'], randomUUID()],
    );
    return rows[0]?.id;
  };
  const decision = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
  const list = { fileName: 'own.csv', publishedOn: '2026-11-21', csv: 'ref,name\n1,Ann Other', tryOnly: true };
  return {
    'screening/lists': { own },
    'screening/hits': { own, input: async () => ({}) },
    'screening/decideHit': {
      own: 403 as const,
      input: async (actor: Actor) => ({ hitId: await insertHit(actor), ...decision }),
    },
    'screening/importLocal': { own, input: async () => list },
  };
}
