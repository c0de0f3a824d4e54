import { useState } from 'react';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { toastInfo } from '../../../ui/toast.ts';
import type { CardKind } from '../due.ts';
import { cardNotices } from '../own-messages.ts';

/** What is to be paid by card. */
export type ByCard = { readonly kind: CardKind; readonly id: string };

/** The redirect delay: how long somebody on a phone has to read that they leave this page [001 §9 Timings], ms. */
const redirectDelay = 1_000;

/** A phone or tablet, iOS or not: what a finger points at. There a second tab is lost behind the first. */
const inSameWindow = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Opens a tab of its own, which knows nothing of this one; false where the browser does not let us. */
function openTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

/**
 * The card payment page opens: on a phone or tablet the same window is redirected after a second, on desktop a new tab
 * opens [001 §4 Card buy flow, Subscriptions]. `stayed` is told there, so that what comes next can open beside it;
 * `blocked` is the page's address where the browser opened no tab, for a link of it.
 */
export function useCardPage(stayed?: (what: ByCard) => void) {
  const [blocked, setBlocked] = useState<string | null>(null);
  const start = useCommand(api.cards.start, {
    done: ({ url }, what) => {
      if (inSameWindow()) {
        toastInfo(cardNotices.leaving);
        setTimeout(() => window.location.assign(url), redirectDelay);
        return;
      }
      setBlocked(openTab(url) ? null : url);
      stayed?.(what);
    },
  });
  return { open: start.mutate, opening: start.isPending, blocked };
}
