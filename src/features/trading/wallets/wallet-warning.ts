import type { Db } from '../../../platform/database.ts';
import type { Network } from '../../coins/networks.ts';
import { readWallet } from '../../scam-reports/indicators/wallet.ts';
import { knownIn } from '../../scam-reports/look-store.ts';
import type { Known } from '../../scam-reports/shapes.ts';

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

/**
 * What whoever is about to send coins somewhere may know of reports about it (decision 044): of the address with its
 * tag, else of the address. What was judged legitimate is no warning.
 */
export async function walletWarning(tx: Db, { network, address, tag }: Destination): Promise<Known | null> {
  const typed = tag === null ? [address] : [`${address}?dt=${tag}`, address];
  const asked = typed.flatMap((text) => readWallet(text, network) ?? []);
  const found = await knownIn(tx, asked);
  return found.find((one) => one !== null && !(one.told === 'published' && one.verdict === 'legitimate')) ?? null;
}
