import { useEffect, useRef } from 'react';

const intervalMs = 5_000;

function findCurrentPart(): number {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
  const middle = window.innerHeight / 2;
  return Number(parts.findLast((part) => part.getBoundingClientRect().top < middle)?.dataset['part'] ?? 0);
}

type ReadingPosition = { readonly from: number; readonly note: (block: number) => void };

export function useReadingPosition({ from, note }: ReadingPosition): void {
  const noteRef = useRef(note);
  useEffect(() => {
    noteRef.current = note;
  });
  useEffect(() => {
    let noted = from;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      const block = findCurrentPart();
      if (block === noted) return;
      noted = block;
      noteRef.current(block);
    };
    const onScroll = () => {
      timer ??= setTimeout(check, intervalMs);
    };
    const onHide = () => document.visibilityState === 'hidden' && check();
    addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onHide);
    return () => {
      removeEventListener('scroll', onScroll);
      document.removeEventListener('visibilitychange', onHide);
      clearTimeout(timer);
    };
  }, [from]);
}
