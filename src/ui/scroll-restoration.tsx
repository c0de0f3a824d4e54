import { useLayoutEffect } from 'react';
import { ScrollRestoration, useNavigation } from 'react-router';
import { isPreloaded } from './preloaded-page.ts';

/** Starts at the top or the hash [000 §2 Routes, 001 §2]. A preloaded page keeps its position. */
export function ScrollToTop() {
  // Renders with the router's state, so that this effect runs after the router's.
  useNavigation();
  const scrollTop = typeof document !== 'undefined' && isPreloaded() ? scrollY : null;
  useLayoutEffect(() => {
    if (scrollTop !== null) scrollTo({ top: scrollTop, behavior: 'instant' });
  });
  return <ScrollRestoration />;
}
