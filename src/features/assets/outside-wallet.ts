import type { SettingsInForce } from '../settings/schema.ts';
import { checkWallet } from './addresses.ts';
import { getCompanyAddresses } from './company-addresses.ts';

type OutsideWallet =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly why: 'ours' | 'unsound' };

export function checkOutsideWallet(typed: string, settings: SettingsInForce): OutsideWallet {
  const check = checkWallet('solana', typed, getCompanyAddresses(settings));
  if (check.ok) return { ok: true, address: check.address };
  return { ok: false, why: check.reason === 'excluded' ? 'ours' : 'unsound' };
}
