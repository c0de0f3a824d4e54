import { signedIn } from '../../../platform/procedure.ts';
import { agreeOnTag, checkAddress } from '../../coins/addresses.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import { BuyAddress } from '../schema.ts';
import { hasBoughtTo } from './address-used-store.ts';

/** Whether whoever asks ordered coins to this address before: where not, they read what to look at and pause first. */
export const addressUsed = signedIn
  .input(BuyAddress)
  .handler(async ({ context: { tx }, input: { network, walletAddress, destinationTag } }) => {
    const check = checkAddress(network, addressFromPaste(walletAddress));
    if (!check.ok) return { used: false };
    const tag = agreeOnTag(check.tag, network === 'xrp' ? destinationTag : '');
    return { used: tag.ok && (await hasBoughtTo(tx, { network, address: check.address, tag: tag.tag })) };
  });
