import { z } from 'zod';
import { asPerson } from '../../platform/database.ts';
import type { Context, Services } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import type { ProviderAnswer } from '../screening/provider.ts';
import { askWalletProviders } from '../screening/wallet-providers.ts';
import { checkAddress } from './addresses.ts';
import { addressFromPaste } from './explorer-link.ts';
import { networkIds } from './networks.ts';

/** What of an order request names the customer's wallet: where coins go (buy), or where they come from (sell). */
const NamesWallet = z.object({
  network: z.enum(networkIds),
  walletAddress: z.string().max(2_100).optional(),
  senderWalletAddress: z.string().max(2_100).optional(),
});

/** Whether no provider is switched on, so that none is to be asked. */
export const nobodyOn = ({ config: { screening } }: Services): boolean =>
  !screening.chainalysis && !screening.openSanctions;

/** Whether the request comes from somebody who is signed in: others make us ask nobody anything. */
async function isSomebody({ services, request }: Context): Promise<boolean> {
  const token = sessionToken(request, services.config) ?? '';
  return (await asPerson(services.pool, token, async () => true)) !== null;
}

/**
 * Asks the providers that are switched on about the wallet of an order request, before its transaction opens: another
 * company's slowness holds no lock of ours. None is on by default, and then this costs nothing. A request that its
 * schema or the check of addresses will refuse asks nobody.
 */
export async function askOutside(context: Context, input: unknown): Promise<ProviderAnswer[]> {
  if (nobodyOn(context.services)) return [];
  const { success, data } = NamesWallet.safeParse(input);
  const given = data?.walletAddress ?? data?.senderWalletAddress;
  if (!success || !given || !(await isSomebody(context))) return [];
  const check = checkAddress(data.network, addressFromPaste(given));
  if (!check.ok) return [];
  return askWalletProviders(context.services, { address: check.address, network: data.network, symbol: '' });
}
