import { useEffect, useState } from 'react';

type Rules = typeof import('./addresses.ts');
/** Null while loading, 'lost' if the rules failed to load. */
export type AddressRules = Rules | 'lost' | null;

let loading: Promise<Rules> | null = null;

/** Loads the address rules on first use, because they are large. */
export function useAddressRules(isNeeded: boolean): AddressRules {
  const [rules, setRules] = useState<AddressRules>(null);
  useEffect(() => {
    if (!isNeeded) return;
    loading ??= import('./addresses.ts');
    loading.then(setRules, () => {
      loading = null;
      setRules('lost');
    });
  }, [isNeeded]);
  return rules;
}
