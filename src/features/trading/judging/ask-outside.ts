import { z } from 'zod';
import { asPerson } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import type { Context, Services } from '../../../platform/procedure.ts';
import { comerOf } from '../../../platform/session.ts';
import { checkAddress } from '../../coins/addresses.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import { networkIds } from '../../coins/networks.ts';
import type { ProviderAnswer } from '../../screening/provider.ts';
import { askWalletProviders, silent, unanswered } from '../../screening/wallet-providers.ts';
import { WalletText } from '../schema.ts';

/** What of an order request names the customer's wallet: where coins go (buy), or where they come from (sell). */
const NamesWallet = z.object({
  network: z.enum(networkIds),
  walletAddress: WalletText.optional(),
  senderWalletAddress: WalletText.optional(),
});

/** Whether no provider is switched on, so that none is to be asked. */
export const nobodyOn = ({ config: { screening } }: Services): boolean =>
  !screening.chainalysis && !screening.openSanctions;

/** Whether the request comes from somebody who is signed in, within their pace: others make us ask nobody anything. */
async function mayAsk({ services, request }: Context): Promise<boolean> {
  const comer = comerOf(request, services.config);
  const found = await asPerson(services.pool, comer, async (_tx, { id }) => keepPace(services, 'screening', id));
  return found !== null;
}

/** What providers said, and about which address; null where none could be made out. */
export type ProviderAnswers = { readonly address: string | null; readonly answers: readonly ProviderAnswer[] };

/**
 * Asks the providers that are switched on about the wallet of an order request, before its transaction opens: another
 * company's slowness holds no lock of ours. None is on by default, and then this costs nothing. A request that its
 * schema or the check of addresses will refuse asks nobody, and counts as unanswered.
 */
export async function askOutside(context: Context, input: unknown): Promise<ProviderAnswers> {
  const { services } = context;
  const nothing = { address: null, answers: unanswered(services, 'was not asked') };
  if (nobodyOn(services)) return nothing;
  const { success, data } = NamesWallet.safeParse(input);
  const given = data?.walletAddress ?? data?.senderWalletAddress;
  if (!success || !given) return nothing;
  const check = checkAddress(data.network, addressFromPaste(given));
  if (!check.ok || !(await mayAsk(context))) return nothing;
  const { address } = check;
  return { address, answers: await askWalletProviders(services, { address, network: data.network, symbol: '' }) };
}

/** What was said about this very address. A provider that was asked of another one, or not at all, is silent. */
export const saidOf = ({ address, answers }: ProviderAnswers, judged: string): readonly ProviderAnswer[] =>
  address === judged ? answers : answers.map(({ provider }) => silent(provider, 'was asked about another address'));
