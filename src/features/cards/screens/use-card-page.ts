import { useState } from 'react';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { toastInfo } from '../../../ui/toast.ts';
import type { CardKind } from '../due.ts';
import { cardNotices } from '../own-messages.ts';

/** What is to be paid by card. */
export type ByCard = { readonly kind: CardKind; readonly id: string };

/** How long somebody on a phone has to read that they leave this page [001 §9], ms. */
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
 * The way to the page on which a card is charged [001 §4]: this window goes there after a second on a phone or tablet,
 * anywhere else a new tab does. `stayed` is told there, so that what comes next can open beside it; `blocked` is the
 * page's address where the browser opened no tab, for a link of it.
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
