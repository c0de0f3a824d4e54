import { sql } from 'kysely';
import { currentUserId, type Db, firstRow, firstValue } from '../../platform/database/database.ts';

export type ProblemKind = 'bounce' | 'complaint';
export type DeliveryProblem = { readonly kind: ProblemKind; readonly at: Date };
type NewProblem = DeliveryProblem & { readonly person: string; readonly eventId: string };

/** Returns false if the event is recorded already. */
export async function insertProblem(tx: Db, { person, kind, eventId, at }: NewProblem): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mail_delivery_problems (user_id, kind, event_id, at) values (${person}, ${kind}, ${eventId}, ${at})
      on conflict (event_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export const findMyProblem = (tx: Db, since: Date) =>
  firstRow<DeliveryProblem>(tx)`
    select kind, at from mail_delivery_problems where user_id = ${currentUserId} and at > ${since}
     order by at desc limit 1`;

/** Prefers the open account: a closed profile keeps its address. */
export const findUserByAddress = (tx: Db, address: string) =>
  firstValue<string>(tx)`
    select id from profiles where email = ${address} order by closed_at desc nulls first limit 1`;
