import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { tradingNotices } from '../../messages.ts';

type ClaimProps = {
  orderId: string;
  label: string;
  button: string;
  /** Quieter where paying is not what the page is about. */
  look?: 'primary' | 'line';
};

/** The proof of a payment and the button that says "I paid". A claim, not a payment: staff look at the bank. */
export function ClaimForm({ orderId, label, button, look = 'primary' }: ClaimProps) {
  const queries = useQueryClient();
  const hint = useId();
  const [proof, setProof] = useState<StoredFile | null>(null);
  const claim = useMutation({
    ...api.trading.claimPayment.mutationOptions(),
    onSuccess: () => toastSuccess(tradingNotices.placed),
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.trading.key() }),
  });
  return (
    <div className="claim">
      <Upload
        label={label}
        purpose="transaction-proof"
        value={proof}
        onUploaded={setProof}
        onRemoved={() => setProof(null)}
      />
      <Button
        full
        look={look}
        disabled={!proof}
        busy={claim.isPending}
        aria-describedby={proof ? undefined : hint}
        onClick={() => proof && claim.mutate({ orderId, proofFile: proof.id })}
      >
        {button}
      </Button>
      {!proof && (
        <p className="t-xs ink-2" id={hint}>
          Opens when your proof is uploaded.
        </p>
      )}
    </div>
  );
}
