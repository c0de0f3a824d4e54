import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Claim } from '../../../ui/claim.tsx';
import { api } from '../../../ui/client.ts';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { proofFailures, proofNotices } from '../own-messages.ts';
import { proofPurposes } from '../payment.ts';
import { failureWords } from './failure.ts';
import type { ShownPayment } from './shown-payment.ts';

type PaymentClaimProps = Pick<ComponentProps<typeof Claim>, 'label' | 'button' | 'look' | 'hint'> & {
  payment: ShownPayment['payment'];
  onSent?: (() => void) | undefined;
};

/** The proof of a payment: staff compare it with the bank's line (decision A3). */
export function PaymentClaim({ payment: { id, payable }, onSent, ...words }: PaymentClaimProps) {
  const queries = useQueryClient();
  const claim = useMutation({
    ...api.payments.claim.mutationOptions(),
    onSuccess: () => {
      toastSuccess(proofNotices[payable]);
      onSent?.();
    },
    onError: (error) => toastError(failureWords(refusalWords(error), error, proofFailures[payable])),
    onSettled: () => queries.invalidateQueries(),
  });
  const send = (proofFile: string) => claim.mutate({ paymentId: id, proofFile });
  const purpose = proofPurposes[payable];
  return <Claim {...words} of={id} purpose={purpose} accept="payment" busy={claim.isPending} onClaim={send} />;
}
