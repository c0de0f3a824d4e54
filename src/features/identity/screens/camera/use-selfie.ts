import { useEffect, useRef, useState } from 'react';
import { type StoredFile, sendFile } from '../../../../ui/send-file.ts';
import { lostWords } from '../../../../ui/upload-rules.ts';

/** How the photo that was taken gets to us. */
export type SelfieSending =
  | { at: 'idle' | 'stored' }
  | { at: 'busy'; percent: number }
  | { at: 'failed'; text: string; photo: File };

/** Sends the live photo as soon as it is taken; leaving, or another photo, stops the sending. */
export function useSelfie(submission: string, onStored: (file: StoredFile | null) => void) {
  const [sending, setSending] = useState<SelfieSending>({ at: 'idle' });
  const under = useRef<AbortController | null>(null);
  /** The name under which each photo is sent, so that it can go on. */
  const uploads = useRef(new WeakMap<File, string>());
  useEffect(() => () => under.current?.abort(), []);

  const send = async (photo: File) => {
    under.current?.abort();
    const leave = new AbortController();
    under.current = leave;
    const progress = (percent: number) => !leave.signal.aborted && setSending({ at: 'busy', percent });
    progress(0);
    const url = `/api/files?purpose=kyc-selfie&submission=${submission}`;
    const upload = uploads.current.get(photo) ?? crypto.randomUUID();
    uploads.current.set(photo, upload);
    const result = await sendFile({ url, file: photo, upload, onProgress: progress, signal: leave.signal });
    if (result.kind === 'left' || leave.signal.aborted) return;
    if (result.kind === 'sent') {
      setSending({ at: 'stored' });
      return onStored(result.file);
    }
    const text = result.kind === 'lost' ? lostWords('image', navigator) : result.text;
    setSending({ at: 'failed', text, photo });
  };

  const drop = () => {
    under.current?.abort();
    setSending({ at: 'idle' });
    onStored(null);
  };
  return { sending, send: (photo: File) => void send(photo), drop };
}
