import { checkWallet } from '../assets/addresses.ts';
import { getCompanyAddresses } from './company-addresses.ts';
import type { SettingsInForce } from './schema.ts';

type OutsideWallet =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly why: 'ours' | 'unsound' };

export function checkOutsideWallet(typed: string, settings: SettingsInForce): OutsideWallet {
  const check = checkWallet('solana', typed, getCompanyAddresses(settings));
  if (check.ok) return { ok: true, address: check.address };
  return { ok: false, why: check.reason === 'excluded' ? 'ours' : 'unsound' };
}
