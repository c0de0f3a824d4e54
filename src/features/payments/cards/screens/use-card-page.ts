import { useState } from 'react';
import { api } from '../../../../ui/client.ts';
import { toastInfo } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { cardMessages } from '../customer-messages.ts';
import type { CardKind } from '../payable.ts';

export type CardTarget = { readonly kind: CardKind; readonly id: string };

/** The redirect delay in ms [001 §9 Timings]. */
const redirectDelayMs = 1_000;

/** Touch devices hide a second tab behind the first. */
const shouldUseSameWindow = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Returns false if the browser blocks the tab. */
function openTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

/** Redirects touch devices; others get a tab [001 §4 Card buy flow, Subscriptions]. `blocked`: the blocked URL. */
export function useCardPage(onStayed?: (target: CardTarget) => void) {
  const [blocked, setBlocked] = useState<string | null>(null);
  const [hasTab, setHasTab] = useState(false);
  const start = useCommand(api.cards.start, {
    done: ({ url }, target) => {
      if (shouldUseSameWindow()) {
        toastInfo(cardMessages.leaving);
        setTimeout(() => window.location.assign(url), redirectDelayMs);
        return;
      }
      const opened = openTab(url);
      setHasTab(opened);
      setBlocked(opened ? null : url);
      onStayed?.(target);
    },
  });
  return { open: start.mutate, opening: start.isPending, blocked, hasTab };
}
