import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../client.ts';

/** A paper that a customer handed in, as the desk's viewer needs it. */
export type Paper = {
  readonly fileId: string;
  /** What it is: "Photo ID". */
  readonly title: string;
  /** What the customer's device called it. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

async function readPaper(fileId: string, signal: AbortSignal): Promise<Blob> {
  const { url } = await call.documents.link({ fileId });
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
  return answer.blob();
}

/**
 * The bytes of a paper, asked for once while the page stands: every reading of a customer's papers is written down,
 * so looking again at what is here already must not ask again. Nothing is kept once nobody shows it.
 */
export const usePaper = ({ fileId, state }: Paper) =>
  useQuery({
    queryKey: ['paper', fileId],
    queryFn: ({ signal }) => readPaper(fileId, signal),
    enabled: state === 'clean',
    staleTime: 'static',
    gcTime: 60_000,
    retry: 1,
  });

/** An address for bytes that are held here; given back to the browser when they are no longer shown. */
export function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

/** Gives a paper to the person's device under its own name. */
export async function savePaper({ fileId }: Pick<Paper, 'fileId'>): Promise<void> {
  const { url } = await call.documents.link({ fileId });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
