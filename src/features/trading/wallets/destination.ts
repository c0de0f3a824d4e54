import type { Refused } from '../../../kernel/refusal.ts';
import { agreeOnTag, checkWallet } from '../../coins/addresses.ts';
import type { AssetSymbol } from '../../coins/assets.ts';
import { addressFromPaste, namesOtherChain } from '../../coins/explorer-link.ts';
import { carries, type Network } from '../../coins/networks.ts';
import { ownAddresses } from '../../coins/own-addresses.ts';
import type { SettingsInForce } from '../../settings/schema.ts';
import { refusal } from '../messages.ts';

/** `no`: why coins cannot go there or come from there; the address is then as it was typed. */
export type CheckedWallet = { readonly address: string; readonly tag: number | null; readonly no: Refused | null };

/**
 * A customer's address on a network, in the form we write it, with its destination tag. Explorer links are reduced
 * to their address (decision C5). Where it is wrong, the refusal says what is.
 */
export function customerWallet(
  at: { symbol: AssetSymbol; network: Network; address: string; tag: string },
  settings: Pick<SettingsInForce, 'everOurs' | 'token_contracts'>,
): CheckedWallet {
  const unfit = (no: Refused) => ({ address: at.address, tag: null, no });
  if (!carries(at.network, at.symbol)) return unfit(refusal('trading.network_unfit', { symbol: at.symbol }));
  if (namesOtherChain(at.address, at.network)) return unfit(refusal('trading.address_other_chain', {}));
  const pasted = addressFromPaste(at.address);
  // The coins page shows these to be copied: a wallet is asked for, not the token.
  if (Object.values(settings.token_contracts).includes(pasted))
    return unfit(refusal('trading.address_token_contract', {}));
  const check = checkWallet(at.network, pasted, ownAddresses(settings.everOurs));
  if (!check.ok) return unfit(refusal(`trading.address_${check.reason}`, {}));
  const tag = agreeOnTag(check.tag, at.network === 'xrp' ? at.tag : '');
  return tag.ok ? { address: check.address, tag: tag.tag, no: null } : unfit(refusal(`trading.${tag.reason}`, {}));
}
