import { currentUserId, type Db, firstValue } from '../../../platform/database/database.ts';
import type { Network } from '../../assets/networks.ts';

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

/** True when the signed-in customer has an order of any status to this address. */
export const hasBoughtTo = async (tx: Db, { network, address, tag }: Destination) =>
  (await firstValue<boolean>(tx)`
    select exists (select from transactions where user_id = ${currentUserId} and type = 'buy' and network = ${network}
        and wallet_address = ${address} and destination_tag is not distinct from ${tag}::bigint) used`) ?? false;
