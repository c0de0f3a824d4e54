import { randomUUID } from 'node:crypto';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { mattersOn } from './matrix-inputs.ts';
import { anySession, type Outcome, type Row } from './verdicts.ts';

const reason = 'Trades for a living, and said so on the phone';

/** What the lesson before a first order is tried on. */
export function appropriatenessLines(server: TestServer, scene: Scene) {
  const { customerFor } = mattersOn(server, scene);
  const line = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  const begun = async (actor: Actor) => {
    const { body } = await server.call('appropriateness/begin', {}, scene.cookies[actor]);
    return { tryId: body['tryId'] ?? randomUUID(), answers: [[0], [0], [0], [0]] };
  };
  return {
    'appropriateness/lesson': line(anySession),
    'appropriateness/begin': line(anySession),
    'appropriateness/handIn': line(anySession, begun),
    'appropriateness/record': staff(403, async (actor) => ({ userId: customerFor(actor) })),
    'appropriateness/waive': staff(403, async (actor) => {
      await server.owner.query('delete from appropriateness_outcomes where user_id = $1', [customerFor(actor)]);
      return { userId: customerFor(actor), reason };
    }),
  };
}

/** The acts of it that leave an entry each. */
export const appropriatenessActsOf = (server: TestServer, scene: Scene): Acts => ({
  'appropriateness/waive': async () => asWho(scene)('support', { userId: (await newCustomer(server)).id, reason }),
});

/** Whose a row is. */
export const appropriatenessOwners = { appropriateness_tries: 'user_id', appropriateness_outcomes: 'user_id' } as const;

/** A sound body for each of its commands. */
export const appropriatenessBodies = {
  'appropriateness/handIn': { tryId: randomUUID(), answers: [[0]] },
  'appropriateness/record': { userId: randomUUID() },
  'appropriateness/waive': { userId: randomUUID(), reason },
};

/** A try that was passed, and what came of it, by hand. */
export async function layDownLesson({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await owner.query(
    `with t as (insert into appropriateness_tries (user_id, content_number, content_digest, questions, begun_at,
         handed_in_at, chosen, wrong, right_count, passed)
       values ($1, 1, 'x', '{a}', now(), now(), '[[0]]', '{}', 1, true) returning id, user_id)
     insert into appropriateness_outcomes (user_id, content_number, way, try_id, at)
       select user_id, 1, 'passed', id, now() from t
       on conflict do nothing -- People of the demo passed it before.`,
    [userId],
  );
}
