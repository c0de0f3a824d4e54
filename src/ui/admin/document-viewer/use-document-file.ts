import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../client.ts';

export type DocumentFile = {
  readonly fileId: string;
  readonly title: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

async function fetchDocument(fileId: string, signal: AbortSignal): Promise<Blob> {
  const { url } = await call.documents.link({ fileId });
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`the file answered ${response.status}`);
  return response.blob();
}

/** Loads a file once per page visit, because the server audits every access to a customer's document. */
export const useDocumentFile = ({ fileId, state }: DocumentFile) =>
  useQuery({
    queryKey: ['paper', fileId],
    queryFn: ({ signal }) => fetchDocument(fileId, signal),
    enabled: state === 'clean',
    staleTime: 'static',
    gcTime: 60_000,
    retry: 1,
  });

export function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(objectUrl);
    };
  }, [blob]);
  return url;
}

export async function downloadDocument({ fileId }: Pick<DocumentFile, 'fileId'>): Promise<void> {
  const { url } = await call.documents.link({ fileId });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
