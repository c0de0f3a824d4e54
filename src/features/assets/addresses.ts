import { stripInvisible } from '../../kernel/strip-invisible.ts';
import { type AddressRefusal, familyRules, refuseAddress, type SoundAddress } from './address-families.ts';
import { getPastedAddress, isTestNetworkLink } from './explorer-link.ts';
import { type AddressFamily, addressFamilies } from './families.ts';
import { type Network, networks } from './networks.ts';
import { isPatterned } from './unowned-addresses.ts';

/** Checks addresses of every network (decision C5). Also runs in the browser and never throws. */

export type AddressCheck = SoundAddress | AddressRefusal;

/** Our own addresses in canonical form. */
export type KnownAddresses = { readonly wallets: ReadonlySet<string>; readonly tokens: ReadonlySet<string> };

const maxAddressLength = 128;
const noAddresses: KnownAddresses = { wallets: new Set(), tokens: new Set() };

const unownedReasons = new Map<string, 'burn_address' | 'token_contract'>();
for (const { unowned } of Object.values(familyRules)) {
  for (const address of unowned.burn_address) unownedReasons.set(address, 'burn_address');
  for (const address of unowned.token_contract) unownedReasons.set(address, 'token_contract');
}

export const findUnownedReason = (address: string, hex: string): 'burn_address' | 'token_contract' | null =>
  unownedReasons.get(address) ?? (isPatterned(address, hex) ? 'burn_address' : null);

const findFamily = (text: string, excluded: AddressFamily): AddressFamily | undefined =>
  addressFamilies.find((family) => family !== excluded && familyRules[family].check(text).ok);

/** Accepts addresses, explorer links and QR code texts. Rejects `known` and addresses without an owner. */
export function checkAddress(network: Network, text: string, known = noAddresses): AddressCheck {
  const pasted = getPastedAddress(text);
  if (pasted === '') return refuseAddress('empty');
  if (isTestNetworkLink(pasted)) return refuseAddress('test_network');
  if (pasted.length > maxAddressLength) return refuseAddress('malformed');
  const { family } = networks[network];
  const parsed = familyRules[family].check(pasted);
  if (!parsed.ok) {
    const belongsTo = parsed.reason === 'malformed' ? findFamily(pasted, family) : undefined;
    return belongsTo ? { ok: false, reason: 'other_network', belongsTo } : parsed;
  }
  const { hex, ...sound } = parsed;
  if (known.wallets.has(sound.address)) return { ...refuseAddress('excluded'), address: sound.address };
  const unownedReason = known.tokens.has(sound.address) ? 'token_contract' : findUnownedReason(sound.address, hex);
  return unownedReason ? refuseAddress(unownedReason) : sound;
}

/** Also rejects Solana token accounts, because sanctions lists and freezes contain only wallet addresses. */
export function checkWallet(network: Network, text: string, known = noAddresses): AddressCheck {
  const check = checkAddress(network, text, known);
  return check.ok && check.warning === 'off_curve' ? refuseAddress('token_account') : check;
}

export type TagCheck =
  | { readonly ok: true; readonly tag: number | null }
  | { readonly ok: false; readonly reason: 'tag_malformed' | 'tag_too_large' };

const maxTag = 0xffff_ffff;

/** Parses a destination tag (decision C5), a whole number up to 4294967295. Null when empty. */
export function parseTag(text: string): TagCheck {
  const pasted = stripInvisible(text).trim();
  if (pasted === '') return { ok: true, tag: null };
  if (!/^\d+$/.test(pasted)) return { ok: false, reason: 'tag_malformed' };
  if (pasted.length > 10 || Number(pasted) > maxTag) return { ok: false, reason: 'tag_too_large' };
  return { ok: true, tag: Number(pasted) };
}

/** Merges the tag of an X-address with the typed tag. Rejects two different tags. */
export function mergeTags(
  addressTag: number | undefined,
  typedTag: string,
): TagCheck | { ok: false; reason: 'tag_conflict' } {
  const parsed = parseTag(typedTag);
  if (!parsed.ok || addressTag === undefined) return parsed;
  return parsed.tag === null || parsed.tag === addressTag
    ? { ok: true, tag: addressTag }
    : { ok: false, reason: 'tag_conflict' };
}
