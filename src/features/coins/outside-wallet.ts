import type { SettingsInForce } from '../settings/schema.ts';
import { checkWallet } from './addresses.ts';
import { addressFromPaste } from './explorer-link.ts';
import { ownAddresses } from './own-addresses.ts';

type OutsideWallet =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly why: 'ours' | 'unsound' };

/** A wallet on Solana that is neither one of ours nor the address of a token itself, however it was pasted. */
export function outsideWallet(typed: string, { everOurs, token_contracts }: SettingsInForce): OutsideWallet {
  const check = checkWallet('solana', addressFromPaste(typed), ownAddresses(everOurs));
  if (!check.ok) return { ok: false, why: check.reason === 'excluded' ? 'ours' : 'unsound' };
  const isToken = Object.values(token_contracts).includes(check.address);
  return isToken ? { ok: false, why: 'unsound' } : { ok: true, address: check.address };
}
