import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const moveEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Focuses the section in the URL and keeps it in view, also if it loads late, until the user acts. */
export function useHashSection(): void {
  const { hash, key } = useLocation();
  const isLoading = useIsFetching() > 0;
  const heldSection = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again has a new key.
  useEffect(() => {
    const section = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    heldSection.current = hash.slice(1) || null;
    section?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    section?.scrollIntoView();
    const release = () => {
      heldSection.current = null;
    };
    for (const event of moveEvents) window.addEventListener(event, release, { once: true, passive: true });
    return () => {
      for (const event of moveEvents) window.removeEventListener(event, release);
    };
  }, [hash, key]);
  useEffect(() => {
    if (!isLoading && heldSection.current) document.getElementById(heldSection.current)?.scrollIntoView();
  }, [isLoading]);
}
