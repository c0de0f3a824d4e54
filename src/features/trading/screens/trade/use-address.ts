import { useEffect, useState } from 'react';
import { addressFromPaste, namesOtherChain } from '../../../coins/explorer-link.ts';
import type { Network } from '../../../coins/networks.ts';
import type { tradingMessages } from '../../messages.ts';

type Rules = typeof import('../../../coins/addresses.ts');

/** Why an address or a tag cannot be used. */
export type AddressFault = Extract<keyof typeof tradingMessages, `trading.${'address' | 'tag'}_${string}`>;

/** What the browser says of an address; the server judges again. `unchecked`: the rules could not be loaded. */
export type AddressVerdict =
  | { at: 'empty' | 'checking' | 'unchecked' }
  | { at: 'ok'; address: string; packedTag: number | null }
  | { at: 'bad'; code: AddressFault };

let loading: Promise<Rules> | null = null;

/** The rules of addresses are large, so they are fetched when the first address is typed. */
function useAddressRules(wanted: boolean): Rules | 'lost' | null {
  const [rules, setRules] = useState<Rules | 'lost' | null>(null);
  useEffect(() => {
    if (!wanted) return;
    loading ??= import('../../../coins/addresses.ts');
    loading.then(setRules, () => {
      loading = null;
      setRules('lost');
    });
  }, [wanted]);
  return rules;
}

/** Judges an address for a network, and an XRP tag with it (decision C5). `tag` is ignored on other networks. */
export function useAddress(network: Network | null, text: string, tag: string) {
  const rules = useAddressRules(network !== null && text !== '');
  return { address: judge(rules, network, text), tagFault: network === 'xrp' ? judgeTag(rules, text, tag) : null };
}

function judge(rules: Rules | 'lost' | null, network: Network | null, text: string): AddressVerdict {
  if (network === null || text === '') return { at: 'empty' };
  if (rules === null) return { at: 'checking' };
  if (rules === 'lost') return { at: 'unchecked' };
  if (namesOtherChain(text, network)) return { at: 'bad', code: 'trading.address_other_chain' };
  const check = rules.checkWallet(network, addressFromPaste(text));
  if (!check.ok) return { at: 'bad', code: `trading.address_${check.reason}` };
  return { at: 'ok', address: check.address, packedTag: check.tag ?? null };
}

function judgeTag(rules: Rules | 'lost' | null, text: string, tag: string): AddressFault | null {
  if (rules === null || rules === 'lost') return null;
  const check = rules.checkAddress('xrp', text);
  const agreed = rules.agreeOnTag(check.ok ? check.tag : undefined, tag);
  return agreed.ok ? null : `trading.${agreed.reason}`;
}
