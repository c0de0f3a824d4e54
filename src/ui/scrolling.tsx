import { useLayoutEffect } from 'react';
import { ScrollRestoration, useNavigation } from 'react-router';
import { hasGiven } from './given.ts';

/**
 * Each new place begins at its top unless its address has a hash [000 §2 Routes, 001 §2], and one that somebody comes
 * back to where they left it. A page that brought its text along is read and filled in before the router is there,
 * which would take its first screen for a new place: it stays where it is.
 */
export function Scrolling() {
  // Drawn anew with the router's state, as what it holds; the effects of that come before those of this one.
  useNavigation();
  const at = typeof document !== 'undefined' && hasGiven() ? scrollY : null;
  useLayoutEffect(() => {
    if (at !== null) scrollTo({ top: at, behavior: 'instant' });
  });
  return <ScrollRestoration />;
}
