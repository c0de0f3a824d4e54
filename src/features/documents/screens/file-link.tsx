import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { toastError } from '../../../ui/toast.ts';

type FileLinkProps = { fileId: string; failed: { readonly title: string }; label: string; text: string };

/** Opens a private file through a signed link that is valid for 1800 s. */
export function FileLink({ fileId, failed, label, text }: FileLinkProps) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const { url } = await call.documents.link({ fileId });
      window.location.assign(url);
    } catch {
      toastError(failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="line" size="small" busy={busy} label={label} onClick={() => void open()}>
      <FileDown className="ic" aria-hidden="true" />
      {text}
    </Button>
  );
}
