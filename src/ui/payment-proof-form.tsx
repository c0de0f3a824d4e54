import { useId, useState } from 'react';
import { Button } from './button.tsx';
import { parseStoredFile, useRestoredDraft, useSaveDraftOnSessionEnd } from './drafts.ts';
import type { StoredFile } from './send-file.ts';
import { Upload } from './upload.tsx';
import type { Accept } from './upload-rules.ts';

export const getProofDraftKey = (itemId: string): string => `kept-proof:${itemId}`;

type PaymentProofFormProps = {
  itemId: string;
  label: string;
  purpose: string;
  accept?: Accept;
  button: string;
  look?: 'primary' | 'line';
  hint?: string;
  busy: boolean;
  onSubmit: (proofFile: string) => void;
};

/** Form for a required payment proof [001 §5 Subscription and workshop]. Staff confirm the payment later. */
export function PaymentProofForm({
  itemId,
  label,
  purpose,
  accept = 'proof',
  button,
  look = 'primary',
  hint,
  busy,
  onSubmit,
}: PaymentProofFormProps) {
  const id = useId();
  const key = getProofDraftKey(itemId);
  const draft = useRestoredDraft(key);
  const [proof, setProof] = useState<StoredFile | null>(() => parseStoredFile(draft['proof']));
  useSaveDraftOnSessionEnd(key, () => proof && { proof: JSON.stringify(proof) });
  return (
    <div className="claim">
      <Upload
        label={label}
        purpose={purpose}
        accept={accept}
        value={proof}
        hint={hint}
        onUploaded={setProof}
        onRemoved={() => setProof(null)}
      />
      <Button
        full
        variant={look}
        disabled={!proof}
        busy={busy}
        aria-describedby={proof ? undefined : id}
        onClick={() => proof && onSubmit(proof.id)}
      >
        {button}
      </Button>
      {!proof && (
        <p className="t-xs ink-2" id={id}>
          Upload your proof to continue.
        </p>
      )}
    </div>
  );
}
