import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { PaymentProofForm } from '../../../../ui/payment-proof-form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { tradingNotices } from '../../customer-messages.ts';

type ClaimFormProps = Pick<ComponentProps<typeof PaymentProofForm>, 'label' | 'button' | 'look'> & { orderId: string };

export function ClaimForm({ orderId, ...formProps }: ClaimFormProps) {
  const queries = useQueryClient();
  const claim = useMutation({
    ...api.trading.claimPayment.mutationOptions(),
    onSuccess: () => toastSuccess(tradingNotices.placed),
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.trading.key() }),
  });
  const send = (proofFile: string) => claim.mutate({ orderId, proofFile });
  return (
    <PaymentProofForm
      {...formProps}
      itemId={orderId}
      purpose="transaction-proof"
      busy={claim.isPending}
      onSubmit={send}
    />
  );
}
