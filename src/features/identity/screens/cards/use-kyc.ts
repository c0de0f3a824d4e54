import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../../ui/client.ts';
import type { TierNumber } from '../../tiers.ts';
import type { Opened } from '../forms/giving.ts';

/** Where a customer stands, and the one form that is open. */
export function useKyc() {
  const own = useQuery(api.identity.own.queryOptions());
  const limits = useQuery(api.trading.limits.queryOptions());
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useRef<Element | null>(null);
  /** Opens a form with an id of its own: every file and every try of it belongs to that submission. */
  const open = (number: TierNumber) => {
    const tier = own.data?.tiers[number];
    if (!tier) return;
    opener.current = document.activeElement;
    setOpened({ id: crypto.randomUUID(), tier });
  };
  /** Closes it, and gives the focus back to the button it was opened with, if that is still there. */
  const close = () => {
    const back = opener.current;
    setOpened(null);
    requestAnimationFrame(() => back instanceof HTMLElement && back.isConnected && back.focus());
  };
  return { own, caps: limits.data?.caps ?? null, opened, open, close };
}
