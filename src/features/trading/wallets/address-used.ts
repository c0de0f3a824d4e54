import { signedIn } from '../../../platform/procedure.ts';
import { agreeOnTag, checkAddress } from '../../coins/addresses.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import { BuyAddress } from '../schema.ts';
import { hasBoughtTo } from './address-used-store.ts';
import { walletWarning } from './wallet-warning.ts';

/**
 * Whether whoever asks ordered coins to this address before: where not, they read what to look at and pause first. And
 * what is told of reports about it, which warns of an address that was used before as well.
 */
export const addressUsed = signedIn
  .input(BuyAddress)
  .handler(async ({ context: { tx }, input: { network, walletAddress, destinationTag } }) => {
    const check = checkAddress(network, addressFromPaste(walletAddress));
    if (!check.ok) return { used: false, warning: null };
    const tag = agreeOnTag(check.tag, network === 'xrp' ? destinationTag : '');
    if (!tag.ok) return { used: false, warning: null };
    const destination = { network, address: check.address, tag: tag.tag };
    return { used: await hasBoughtTo(tx, destination), warning: await walletWarning(tx, destination) };
  });
