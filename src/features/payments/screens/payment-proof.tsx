import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { api } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { PaymentProofForm } from '../../../ui/payment-proof-form.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { proofFailures, proofToasts } from '../customer-messages.ts';
import { proofPurposes } from '../payment.ts';
import type { ShownPayment } from './shown-payment.ts';
import { getFailureMessage } from './shown-payment.ts';

type PaymentClaimProps = Pick<ComponentProps<typeof PaymentProofForm>, 'label' | 'button' | 'look' | 'hint'> & {
  payment: ShownPayment['payment'];
  onSent?: (() => void) | undefined;
};

/** Proof upload. Staff compare the file with the bank line (decision A3). */
export function PaymentProof({ payment: { id, payable }, onSent, ...words }: PaymentClaimProps) {
  const queries = useQueryClient();
  const claim = useMutation({
    ...api.payments.claim.mutationOptions(),
    onSuccess: () => {
      toastSuccess(proofToasts[payable]);
      onSent?.();
    },
    onError: (error) => toastError(getFailureMessage(errorMessage(error), error, proofFailures[payable])),
    onSettled: () => queries.invalidateQueries(),
  });
  const send = (proofFile: string) => claim.mutate({ paymentId: id, proofFile });
  const purpose = proofPurposes[payable];
  return (
    <PaymentProofForm
      {...words}
      itemId={id}
      purpose={purpose}
      accept="payment"
      busy={claim.isPending}
      onSubmit={send}
    />
  );
}
