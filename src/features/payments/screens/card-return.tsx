import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../ui/client.ts';
import { claimOncePerTab, hasTabDraft } from '../../../ui/drafts.ts';
import { getProofDraftKey } from '../../../ui/payment-proof-form.tsx';
import { toastInfo } from '../../../ui/toast.ts';
import { cardMessages } from '../cards/customer-messages.ts';
import { recoveryWindowMs } from '../cards/recovery-window.ts';
import { PayDialog } from './pay-dialog.tsx';

/** Opens a reminder once, if the customer left for the card page within an hour [001 §4 Subscriptions, decision A2]. */
export function CardReturn({ payments }: { payments: readonly string[] }) {
  const query = useQuery({ ...api.cards.pending.queryOptions(), refetchOnMount: 'always' });
  const [returnedId, setReturnedId] = useState<string | null>(null);
  const hasChecked = useRef(false);
  const { data, isFetchedAfterMount } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first response counts.
  useEffect(() => {
    if (hasChecked.current || !data || !isFetchedAfterMount) return;
    hasChecked.current = true;
    const isRecent = (at: Date) => data.now.getTime() - at.getTime() < recoveryWindowMs;
    const left = data.pages.find(({ dueId, openedAt }) => payments.includes(dueId) && isRecent(openedAt));
    if (!left) return;
    if (claimOncePerTab(`card-return-shown:${left.dueId}`)) toastInfo(cardMessages.pending);
    else if (!hasTabDraft(getProofDraftKey(left.dueId))) return;
    setReturnedId(left.dueId);
  }, [data, isFetchedAfterMount]);
  return returnedId && <PayDialog item={null} paymentId={returnedId} isReturn onClose={() => setReturnedId(null)} />;
}
