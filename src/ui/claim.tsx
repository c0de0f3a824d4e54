import { useId, useState } from 'react';
import { Button } from './button.tsx';
import { fileFrom } from './form-draft.ts';
import { useKeepsIn, useKeptAway } from './kept-away.ts';
import type { StoredFile } from './send-file.ts';
import { Upload } from './upload.tsx';
import type { Accept } from './upload-rules.ts';

/** Under which the proof of a payment is kept while its person logs in again. */
export const proofKey = (of: string): string => `kept-proof:${of}`;

type ClaimProps = {
  /** The id of what was paid: a proof that was sent stands there again after logging in anew. */
  of: string;
  label: string;
  purpose: string;
  accept?: Accept;
  button: string;
  /** Quieter where paying is not what the page is about. */
  look?: 'primary' | 'line';
  hint?: string;
  busy: boolean;
  onClaim: (proofFile: string) => void;
};

/**
 * The proof of a payment, required, and the button that says "I paid" [001 §5 Subscription and workshop]. A claim, not
 * a payment: staff look at the bank.
 */
export function Claim({
  of,
  label,
  purpose,
  accept = 'proof',
  button,
  look = 'primary',
  hint,
  busy,
  onClaim,
}: ClaimProps) {
  const id = useId();
  const key = proofKey(of);
  const kept = useKeptAway(key);
  const [proof, setProof] = useState<StoredFile | null>(() => fileFrom(kept['proof']));
  useKeepsIn(key, () => proof && { proof: JSON.stringify(proof) });
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
        look={look}
        disabled={!proof}
        busy={busy}
        aria-describedby={proof ? undefined : id}
        onClick={() => proof && onClaim(proof.id)}
      >
        {button}
      </Button>
      {!proof && (
        <p className="t-xs ink-2" id={id}>
          Opens when your proof is uploaded.
        </p>
      )}
    </div>
  );
}
