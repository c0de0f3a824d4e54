import type { RefusalError } from '../../../kernel/refusal.ts';
import { checkWallet, mergeTags } from '../../assets/addresses.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import { hasTag, isOffered, type Network } from '../../assets/networks.ts';
import { getCompanyAddresses } from '../../settings/company-addresses.ts';
import type { SettingsInForce } from '../../settings/schema.ts';
import { refusal } from '../messages.ts';

/** An invalid wallet has a `refusal`, and `address` is the text that the customer typed. */
export type CheckedWallet = {
  readonly address: string;
  readonly tag: number | null;
  readonly refusal: RefusalError | null;
};

/** Parses a customer's wallet and tag for a network. Accepts explorer links to an address (decision C5). */
export function parseCustomerWallet(
  input: { symbol: AssetSymbol; network: Network; address: string; tag: string },
  settings: Pick<SettingsInForce, 'everOurs' | 'token_contracts'>,
): CheckedWallet {
  const reject = (refusal: RefusalError) => ({ address: input.address, tag: null, refusal });
  if (!isOffered(input.network, input.symbol))
    return reject(refusal('trading.network_unfit', { symbol: input.symbol }));
  const check = checkWallet(input.network, input.address, getCompanyAddresses(settings));
  if (!check.ok) return reject(refusal(`trading.address_${check.reason}`, {}));
  const tag = mergeTags(check.tag, hasTag(input.network) ? input.tag : '');
  return tag.ok
    ? { address: check.address, tag: tag.tag, refusal: null }
    : reject(refusal(`trading.${tag.reason}`, {}));
}
