import { sql } from 'kysely';
import { type Db, whoAsks } from '../../../platform/database.ts';
import type { Network } from '../../coins/networks.ts';

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

/** Whether an order of whoever asks named this destination, whatever became of it: among theirs, by their index. */
export async function hasBoughtTo(tx: Db, { network, address, tag }: Destination): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from transactions where user_id = ${whoAsks} and type = 'buy' and network = ${network}
        and wallet_address = ${address} and destination_tag is not distinct from ${tag}::bigint) used`.execute(tx);
  return rows[0]?.used ?? false;
}
