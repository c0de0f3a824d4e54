import { useEffect, useRef } from 'react';

/** Milliseconds between two notes of where somebody reads. */
const every = 5_000;

/** The last part of a text whose head is above the middle of the screen. */
function partRead(): number {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
  const middle = window.innerHeight / 2;
  return Number(parts.findLast((part) => part.getBoundingClientRect().top < middle)?.dataset['part'] ?? 0);
}

type Place = { readonly from: number; readonly note: (block: number) => void };

/** Notes where in a lesson somebody reads, for whatever device they go on with. Lost notes are made up by the next. */
export function usePlace({ from, note }: Place): void {
  const tell = useRef(note);
  useEffect(() => {
    tell.current = note;
  });
  useEffect(() => {
    let noted = from;
    let waits: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      waits = undefined;
      const block = partRead();
      if (block === noted) return;
      noted = block;
      tell.current(block);
    };
    const scrolled = () => {
      waits ??= setTimeout(look, every);
    };
    const leaving = () => document.visibilityState === 'hidden' && look();
    addEventListener('scroll', scrolled, { passive: true });
    document.addEventListener('visibilitychange', leaving);
    return () => {
      removeEventListener('scroll', scrolled);
      document.removeEventListener('visibilitychange', leaving);
      clearTimeout(waits);
    };
  }, [from]);
}
