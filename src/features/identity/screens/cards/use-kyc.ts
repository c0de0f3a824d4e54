import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../../ui/client.ts';
import type { TierNumber } from '../../tiers.ts';
import type { Opened } from '../forms/form-state.ts';

export function useKyc() {
  const own = useQuery(api.identity.own.queryOptions());
  const limits = useQuery(api.trading.limits.queryOptions());
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useRef<Element | null>(null);
  /** Opens a form with a new submission id, which its uploads and retries reuse. */
  const open = (number: TierNumber) => {
    const tier = own.data?.tiers[number];
    if (!tier) return;
    opener.current = document.activeElement;
    setOpened({ id: crypto.randomUUID(), tier });
  };
  /** Closes the form and returns the focus to the button that opened it. */
  const close = () => {
    const back = opener.current;
    setOpened(null);
    requestAnimationFrame(() => back instanceof HTMLElement && back.isConnected && back.focus());
  };
  return { own, caps: limits.data?.caps ?? null, opened, open, close };
}
