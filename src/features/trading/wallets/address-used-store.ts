import { type Db, firstValue, whoAsks } from '../../../platform/database.ts';
import type { Network } from '../../coins/networks.ts';

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

/** Whether an order of whoever asks named this destination, whatever became of it: among theirs, by their index. */
export const hasBoughtTo = async (tx: Db, { network, address, tag }: Destination) =>
  (await firstValue<boolean>(tx)`
    select exists (select from transactions where user_id = ${whoAsks} and type = 'buy' and network = ${network}
        and wallet_address = ${address} and destination_tag is not distinct from ${tag}::bigint) used`) ?? false;
