import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/database/database.ts';
import type { Used } from './purposes.ts';
import { inUse } from './store.ts';

const isStored = sql`f.state in ('arriving', 'being_checked', 'clean')`;

export const countUnused = (tx: Db, { since, limit }: { since: Date; limit: number }) =>
  onlyRow<Used>(tx)`
    select count(*)::int files, coalesce(sum(u.bytes), 0)::bigint bytes from (
      select f.bytes from files f
       where f.created_at > ${since} and ${isStored} and not (${inUse}) limit ${limit}) u`;

/** `known`: the account has a file in use. `own`: number of its unused files, up to `limit`. */
export const unusedOf = (tx: Db, userId: string, limit: number) =>
  onlyRow<{ known: boolean; own: number }>(tx)`
    select exists (select from files f where f.user_id = ${userId} and (${inUse})) known,
           (select count(*)::int from (select from files f
             where f.user_id = ${userId} and ${isStored} and not (${inUse}) limit ${limit}) o) own`;
