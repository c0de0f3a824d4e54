import { randomUUID } from 'node:crypto';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { createInputs } from './matrix-inputs.ts';
import { anySession, type Outcome, type Row } from './outcomes.ts';

const reason = 'Trades for a living, and said so on the phone';

export function buildAppropriatenessRows(server: TestServer, scene: Scene) {
  const { getCustomerId } = createInputs(server, scene);
  const allow = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  const beginTry = async (actor: Actor) => {
    const { body } = await server.call('appropriateness/start', {}, scene.cookies[actor]);
    return { tryId: body['tryId'] ?? randomUUID(), answers: [[0], [0], [0], [0]] };
  };
  return {
    'appropriateness/lesson': allow(anySession),
    'appropriateness/start': allow(anySession),
    'appropriateness/submit': allow(anySession, beginTry),
    'appropriateness/record': staff(403, async (actor) => ({ userId: getCustomerId(actor) })),
    'appropriateness/waive': staff(403, async (actor) => {
      await server.owner.query('delete from appropriateness_outcomes where user_id = $1', [getCustomerId(actor)]);
      return { userId: getCustomerId(actor), reason };
    }),
  };
}

export const buildAppropriatenessCommands = (server: TestServer, scene: Scene): SentCommands => ({
  'appropriateness/waive': async () => sendAs(scene)('support', { userId: (await newCustomer(server)).id, reason }),
});

export const appropriatenessOwners = { appropriateness_tries: 'user_id', appropriateness_outcomes: 'user_id' } as const;

export const appropriatenessBodies = {
  'appropriateness/submit': { tryId: randomUUID(), answers: [[0]] },
  'appropriateness/record': { userId: randomUUID() },
  'appropriateness/waive': { userId: randomUUID(), reason },
};

export async function insertPassedLesson({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await owner.query(
    `with t as (insert into appropriateness_tries (user_id, content_number, content_digest, questions, started_at,
         submitted_at, chosen, wrong, right_count, passed)
       values ($1, 1, 'x', '{a}', now(), now(), '[[0]]', '{}', 1, true) returning id, user_id)
     insert into appropriateness_outcomes (user_id, content_number, way, try_id, at)
       select user_id, 1, 'passed', id, now() from t
       on conflict do nothing -- People of the demo passed it before.`,
    [userId],
  );
}
