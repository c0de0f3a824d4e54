import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { useRestoredDraft, useSaveDraftOnSessionEnd } from '../../../../ui/form-drafts.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { parseStoredFile } from '../../../../ui/server-drafts.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { toastFailure } from './toasts.ts';

type ProofDialogProps = {
  orderId: string | null;
  onClose: () => void;
  onBack: () => void;
  back: string;
  lead?: ReactNode;
};

const key = 'kept-proof';
const missing = tradingMessages['trading.proof_missing'].text;

function useProof(orderId: string | null) {
  const draft = useRestoredDraft(key);
  const [stored, setStored] = useState({ of: draft['of'], file: parseStoredFile(draft['proof']) });
  const file = orderId !== null && stored.of === orderId ? stored.file : null;
  useSaveDraftOnSessionEnd(key, () => file && { of: orderId, proof: JSON.stringify(file) });
  return [file, (next: StoredFile | null) => setStored({ of: orderId, file: next })] as const;
}

/** Uploads the proof of a payment (A3) [001 §2 Buy Cryptocurrency card, §5 Buy form, Files]. */
export function ProofDialog({ orderId, onClose, onBack, back, lead }: ProofDialogProps) {
  const [file, setFile] = useProof(orderId);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const close = () => {
    setFile(null);
    setIsSubmitted(false);
    onClose();
  };
  const openOrder = (id: string) => {
    close();
    void queries.invalidateQueries({ queryKey: api.trading.key() });
    void navigate(`/orders/${id}`);
  };
  const claim = useMutation(
    api.trading.claimPayment.mutationOptions({
      onSuccess: (_answer, sent) => {
        toastSuccess(tradingNotices.placed);
        openOrder(sent.orderId);
      },
      onError: (error, sent) => {
        toastFailure(error, tradingNotices.proofUploadFailed);
        if (errorMessage(error).code === 'trading.cannot_now') openOrder(sent.orderId);
      },
    }),
  );
  const submit = () => {
    setIsSubmitted(true);
    if (orderId && file && !claim.isPending) claim.mutate({ orderId, proofFile: file.id });
  };
  return (
    <Dialog
      open={orderId !== null}
      onClose={close}
      locked={claim.isPending}
      title="Upload Payment Confirmation"
      actions={
        <>
          <Button variant="line" onClick={onBack}>
            {back}
          </Button>
          <Button busy={claim.isPending} onClick={submit}>
            Submit
          </Button>
        </>
      }
    >
      <div className="stack">
        {lead}
        <Upload
          label="Payment confirmation"
          purpose="transaction-proof"
          value={file}
          hint="A screenshot or PDF that shows the amount, the date and the reference."
          error={isSubmitted && !file ? missing : undefined}
          failed={tradingNotices.proofUploadFailed}
          onUploaded={setFile}
          onRemoved={() => setFile(null)}
        />
      </div>
    </Dialog>
  );
}
