import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const moved = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Goes to the part that the address names (`/profile#kyc`): puts the focus on what holds it, so that reading goes on
 * from there, and keeps it in sight while the parts above it fill, until the person moves by themselves.
 */
export function useSectionOfAddress(): void {
  const { hash, key } = useLocation();
  const loading = useIsFetching() > 0;
  const held = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again has a new key.
  useEffect(() => {
    const section = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    held.current = section ? hash.slice(1) : null;
    section?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    section?.scrollIntoView();
    const release = () => {
      held.current = null;
    };
    for (const event of moved) window.addEventListener(event, release, { once: true, passive: true });
    return () => {
      for (const event of moved) window.removeEventListener(event, release);
    };
  }, [hash, key]);
  useEffect(() => {
    if (!loading && held.current) document.getElementById(held.current)?.scrollIntoView();
  }, [loading]);
}
