import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { fileFrom } from '../../../../ui/form-draft.ts';
import { useKeepsIn, useKeptAway } from '../../../../ui/kept-away.ts';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { tradingMessages, tradingNotices } from '../../messages.ts';
import { sayFailure } from './say.ts';

type ProofDialogProps = {
  orderId: string | null;
  onClose: () => void;
  onBack: () => void;
  /** What its button leads back to. */
  back: string;
  lead?: ReactNode;
};

const key = 'kept-proof';
const missing = tradingMessages['trading.proof_missing'].text;

/** The proof of this order; it stands here again for whoever had to log in anew. */
function useProof(orderId: string | null) {
  const kept = useKeptAway(key);
  const [held, hold] = useState({ of: kept['of'], file: fileFrom(kept['proof']) });
  const file = orderId !== null && held.of === orderId ? held.file : null;
  useKeepsIn(key, () => file && { of: orderId, proof: JSON.stringify(file) });
  return [file, (given: StoredFile | null) => hold({ of: orderId, file: given })] as const;
}

/**
 * The dialog 'Upload Payment Confirmation', which needs a proof file [001 §2 Buy Cryptocurrency card, §5 Buy form,
 * Files]: a claim, which staff compare with what reached us (decision A3).
 */
export function ProofDialog({ orderId, onClose, onBack, back, lead }: ProofDialogProps) {
  const [file, setFile] = useProof(orderId);
  const [asked, setAsked] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const close = () => {
    setFile(null);
    setAsked(false);
    onClose();
  };
  const leave = (id: string) => {
    close();
    void queries.invalidateQueries({ queryKey: api.trading.key() });
    void navigate(`/orders/${id}`);
  };
  const claim = useMutation(
    api.trading.claimPayment.mutationOptions({
      onSuccess: (_answer, sent) => {
        toastSuccess(tradingNotices.placed);
        leave(sent.orderId);
      },
      onError: (error, sent) => {
        sayFailure(error, tradingNotices.proofUploadFailed);
        if (refusalWords(error).code === 'trading.cannot_now') leave(sent.orderId);
      },
    }),
  );
  const submit = () => {
    setAsked(true);
    if (orderId && file && !claim.isPending) claim.mutate({ orderId, proofFile: file.id });
  };
  return (
    <Dialog
      open={orderId !== null}
      onClose={close}
      locked={claim.isPending}
      title="Upload Payment Confirmation"
      acts={
        <>
          <Button look="line" onClick={onBack}>
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
          error={asked && !file ? missing : undefined}
          failed={tradingNotices.proofUploadFailed}
          onUploaded={setFile}
          onRemoved={() => setFile(null)}
        />
      </div>
    </Dialog>
  );
}
