import { randomUUID } from 'node:crypto';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { anySession, ownerOnly, type Row } from './outcomes.ts';

type Input = (actor: Actor) => Promise<unknown>;

export const insertCardPayment =
  ({ owner }: TestServer, { ids }: Scene) =>
  async (actor: Actor) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into payments (user_id, reference, payable, payable_id, title, amount_jmd, method, idempotency_key,
          request_hash, created_at, updated_at, lapses_at)
        values ($1, $2, 'plan', gen_random_uuid(), 'Personal plan, one month', 6000, 'card', gen_random_uuid(), 'x', now(),
          now(), now() + interval '1 hour') returning id`,
      [actor === 'staffOwner' ? ids.staffOwner : ids.owner, randomUUID()],
    );
    return { kind: 'payment', id: rows[0]?.id ?? '' };
  };

export const insertFoundCharge = (server: TestServer, scene: Scene) => async (actor: Actor) => {
  const { id } = await insertCardPayment(server, scene)(actor);
  const { rows } = await server.owner.query<{ id: string; reference: string }>(
    `insert into card_sessions (user_id, kind, due_id, provider, reference, amount, currency, url, opened_at, closes_at)
      select user_id, 'payment', id, 'wipay', left(md5(id::text), 16), amount_jmd, 'JMD', 'x', now(), now() from payments
       where id = $1 returning id, reference`,
    [id],
  );
  const note = 'Seen in the list of charges of the provider.';
  const transaction = `12-1-${rows[0]?.reference}-20261123024001`;
  return { sessionId: rows[0]?.id ?? '', transaction, note };
};

export const buildCardBodies = async (server: TestServer, scene: Scene) => ({
  'cards/start': await insertCardPayment(server, scene)('owner'),
  'cardsDesk/recordCharge': await insertFoundCharge(server, scene)('owner'),
});

export function buildCardRows(server: TestServer, scene: Scene) {
  const allow = (row: Row, input?: Input) => ({ row, ...(input && { input }) });
  return {
    'cards/start': allow(ownerOnly(404), insertCardPayment(server, scene)),
    'cards/pending': allow(anySession),
    'cardsDesk/listOpen': { own: 'yes' as const },
    'cardsDesk/recordCharge': { own: 403 as const, input: insertFoundCharge(server, scene) },
  };
}

export function buildCardCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  return {
    'cards/start': async () => by('owner', await insertCardPayment(server, scene)('owner')),
    'cardsDesk/recordCharge': async () => by('finance', await insertFoundCharge(server, scene)('finance')),
  };
}

export async function insertCardRows({ owner }: TestServer, userId: string): Promise<void> {
  const reference = randomUUID();
  await owner.query(
    `insert into card_sessions (user_id, kind, due_id, provider, reference, amount, currency, url, opened_at, closes_at)
      values ($1, 'payment', gen_random_uuid(), 'sandbox', $2, 1, 'JMD', 'x', now(), now())`,
    [userId, reference],
  );
  await owner.query(
    `insert into card_events (provider, event_id, outcome, transaction_id, reference, amount, currency, happened_at,
        received_at, became, handled_at, user_id, session_id)
      select 'sandbox', reference, 'approved', reference, reference, 1, 'JMD', now(), now(), 'received', now(), user_id, id
        from card_sessions where reference = $1`,
    [reference],
  );
}
