import { hasTag, type Network } from '../../../assets/networks.ts';
import { type AddressRules, useAddressRules } from '../../../assets/use-address-rules.ts';
import type { tradingMessages } from '../../messages.ts';

export type AddressFault = Extract<keyof typeof tradingMessages, `trading.${'address' | 'tag'}_${string}`>;

/** `unchecked` means that the rules failed to load. The server checks every address again. */
export type AddressVerdict =
  | { at: 'empty' | 'checking' | 'unchecked' }
  | { at: 'ok'; address: string; packedTag: number | null }
  | { at: 'bad'; code: AddressFault };

/** Checks an address, and its tag on networks with tags (decision C5). */
export function useAddress(network: Network | null, text: string, tag: string) {
  const rules = useAddressRules(network !== null && text !== '');
  const address = getVerdict(rules, network, text);
  return { address, tagFault: hasTag(network) ? checkTag(rules, { network, text, tag }) : null };
}

function getVerdict(rules: AddressRules, network: Network | null, text: string): AddressVerdict {
  if (network === null || text === '') return { at: 'empty' };
  if (rules === null) return { at: 'checking' };
  if (rules === 'lost') return { at: 'unchecked' };
  const check = rules.checkWallet(network, text);
  if (!check.ok) return { at: 'bad', code: `trading.address_${check.reason}` };
  return { at: 'ok', address: check.address, packedTag: check.tag ?? null };
}

type TypedTag = { readonly network: Network | null; readonly text: string; readonly tag: string };

function checkTag(rules: AddressRules, { network, text, tag }: TypedTag): AddressFault | null {
  if (rules === null || rules === 'lost' || network === null) return null;
  const check = rules.checkAddress(network, text);
  const result = rules.mergeTags(check.ok ? check.tag : undefined, tag);
  return result.ok ? null : `trading.${result.reason}`;
}
