import { randomUUID } from 'node:crypto';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import type { Acts } from './audit-acts.ts';

/** What is done with lists and matches of names, each made anew. */
export function screeningActs({ owner }: TestServer, scene: Scene): Acts {
  const by = (input: unknown) => ({ cookie: scene.cookies.compliance, input });
  return {
    'screening/decideHit': async () => {
      const { rows } = await owner.query<{ id: string }>(
        `insert into name_hits (user_id, source, party_ref, score, pair_hash, details, created_at)
         values ($1, 'demo', $2, 90, 'x', '{}', now()) returning id`,
        [scene.ids.owner, randomUUID()],
      );
      const decision = { decision: 'confirm', reasonCode: 'papers_agree', note: 'Seen from the papers.' };
      return by({ hitId: rows[0]?.id, ...decision });
    },
    'screening/importLocal': async () =>
      by({ fileName: 'own.csv', publishedOn: '2026-11-21', csv: `ref,name\n${randomUUID()},Ann Other` }),
  };
}
