import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { proofKey } from '../../../ui/claim.tsx';
import { api } from '../../../ui/client.ts';
import { isKeptAway } from '../../../ui/kept-away.ts';
import { tellOnce } from '../../../ui/tell-once.ts';
import { toastInfo } from '../../../ui/toast.ts';
import { cardNotices } from '../../cards/own-messages.ts';
import { recoveryWindow } from '../../cards/recovery-window.ts';
import { PayDialog } from './pay-dialog.tsx';

/**
 * Whoever comes back to a page within the hour after they left for the card page is told so once, and the upload step
 * opens [001 §4 Subscriptions]: read from the server, so on another device too (decision A2). It opens again for
 * whoever had to log in anew with their proof in it. `payments`: the ids of what is to be paid. What is begun while
 * this page stands is not come back to.
 */
export function CardReturn({ payments }: { payments: readonly string[] }) {
  const asked = useQuery({ ...api.cards.pending.queryOptions(), refetchOnMount: 'always' });
  const [back, setBack] = useState<string | null>(null);
  const looked = useRef(false);
  const { data, isFetchedAfterMount } = asked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first answer is looked at.
  useEffect(() => {
    if (looked.current || !data || !isFetchedAfterMount) return;
    looked.current = true;
    const isRecent = (at: Date) => data.now.getTime() - at.getTime() < recoveryWindow;
    const left = data.pages.find(({ dueId, openedAt }) => payments.includes(dueId) && isRecent(openedAt));
    if (!left) return;
    if (tellOnce(`payment-told:${left.dueId}`)) toastInfo(cardNotices.pending);
    else if (!isKeptAway(proofKey(left.dueId))) return;
    setBack(left.dueId);
  }, [data, isFetchedAfterMount]);
  return back && <PayDialog thing={null} paymentId={back} isBack onClose={() => setBack(null)} />;
}
