import { useEffect, useRef, useState } from 'react';
import { type StoredFile, sendFile } from '../../../../ui/send-file.ts';
import { getUploadError } from '../../../../ui/upload-rules.ts';

export type SelfieSending =
  | { at: 'idle' | 'stored' }
  | { at: 'busy'; percent: number }
  | { at: 'failed'; text: string; photo: File };

export function useSelfie(submission: string, onStored: (file: StoredFile | null) => void) {
  const [sending, setSending] = useState<SelfieSending>({ at: 'idle' });
  const running = useRef<AbortController | null>(null);
  const uploads = useRef(new WeakMap<File, string>());
  useEffect(() => () => running.current?.abort(), []);

  const send = async (photo: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const progress = (percent: number) => !controller.signal.aborted && setSending({ at: 'busy', percent });
    progress(0);
    const url = `/api/files?purpose=kyc-selfie&submission=${submission}`;
    const upload = uploads.current.get(photo) ?? crypto.randomUUID();
    uploads.current.set(photo, upload);
    const result = await sendFile({ url, file: photo, upload, onProgress: progress, signal: controller.signal });
    if (result.kind === 'left' || controller.signal.aborted) return;
    if (result.kind === 'sent') {
      setSending({ at: 'stored' });
      return onStored(result.file);
    }
    setSending({ at: 'failed', text: getUploadError(result, 'image', navigator).text, photo });
  };

  const drop = () => {
    running.current?.abort();
    setSending({ at: 'idle' });
    onStored(null);
  };
  return { sending, send: (photo: File) => void send(photo), drop };
}
