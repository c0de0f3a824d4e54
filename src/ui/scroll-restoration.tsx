import { useLayoutEffect } from 'react';
import { ScrollRestoration, useNavigation } from 'react-router';
import { isPreloaded } from './preloaded-page.ts';

/** Scrolls to the top or the hash after a navigation [000 §2 Routes, 001 §2]. A preloaded page does not scroll. */
export function ScrollToTop() {
  // Subscribes to the router, so that our effect runs after the router's.
  useNavigation();
  const scrollTop = typeof document !== 'undefined' && isPreloaded() ? scrollY : null;
  useLayoutEffect(() => {
    if (scrollTop !== null) scrollTo({ top: scrollTop, behavior: 'instant' });
  });
  return <ScrollRestoration />;
}
