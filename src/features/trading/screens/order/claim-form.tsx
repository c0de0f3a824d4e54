import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Claim } from '../../../../ui/claim.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { tradingNotices } from '../../messages.ts';

type ClaimFormProps = Pick<ComponentProps<typeof Claim>, 'label' | 'button' | 'look'> & { orderId: string };

/** The proof of an order's payment. */
export function ClaimForm({ orderId, ...words }: ClaimFormProps) {
  const queries = useQueryClient();
  const claim = useMutation({
    ...api.trading.claimPayment.mutationOptions(),
    onSuccess: () => toastSuccess(tradingNotices.placed),
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.trading.key() }),
  });
  const send = (proofFile: string) => claim.mutate({ orderId, proofFile });
  return <Claim {...words} of={orderId} purpose="transaction-proof" busy={claim.isPending} onClaim={send} />;
}
