import { useCallback, useEffect, useState } from 'react';
import { factsSlot, failedFacts, type HomeFacts, openFacts } from '../facts.ts';

/** Prices are read again this often while the page is looked at [000 §4]. */
const readEvery = 15 * 60_000;

/** The last that was read in this document: shown at once when somebody comes back to the page. */
let last: HomeFacts | null = null;

/** What the document carries: its text on the server's page, the empty place at the build, nothing elsewhere. */
const written = (): string | undefined =>
  typeof document === 'undefined' ? `%%${factsSlot}%%` : document.getElementById('home')?.dataset['facts'];

/** The facts for the first drawing, exactly those that stand in the document already. */
function firstFacts(text: string | undefined): HomeFacts {
  if (text?.startsWith('{')) return JSON.parse(text) as HomeFacts;
  // The open places: at the build, and where nobody has filled them (the development server).
  if ((import.meta.env.SSR || import.meta.env.DEV) && text !== undefined) return openFacts;
  return last ?? { ...failedFacts, state: 'loading' };
}

/** Whether the document brought the prices, so that nothing need be asked for. */
const cameWith = (text: string | undefined): boolean =>
  text?.startsWith('{') === true && firstFacts(text).state !== failedFacts.state;

async function readFacts(): Promise<HomeFacts> {
  const response = await fetch('/api/home');
  if (!response.ok) throw new Error(`the facts of the home page were refused with ${response.status}`);
  return (await response.json()) as HomeFacts;
}

/** Calls back when the page is looked at again, and every quarter of an hour while it is. */
function whileVisible(read: () => void): () => void {
  const readWhenVisible = () => document.visibilityState === 'visible' && read();
  const timer = setInterval(readWhenVisible, readEvery);
  document.addEventListener('visibilitychange', readWhenVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', readWhenVisible);
  };
}

/**
 * The facts of the home page, kept current. Those that came with the document are not asked for again. Prices that were
 * shown stay when a later reading fails: each says when it is from.
 */
export function useHomeFacts(): { facts: HomeFacts; text: string | undefined; read: () => Promise<void> } {
  const [text] = useState(written);
  const [facts, setFacts] = useState(() => firstFacts(text));
  const read = useCallback(async () => {
    const now = await readFacts().catch(() => null);
    last = now ?? last;
    setFacts((shown) => now ?? (shown.state === 'full' ? shown : { ...shown, state: 'failed' }));
  }, []);
  useEffect(() => {
    if (!cameWith(text)) void read();
    return whileVisible(() => void read());
  }, [text, read]);
  return { facts, text, read };
}
