import { useSyncExternalStore } from 'react';

/** Light, dark, or whatever the device prefers. */
export const themeChoices = ['light', 'dark', 'device'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'theme';
const listeners = new Set<() => void>();

/**
 * Runs in the head, before anything is painted. The text never changes, so the content policy can admit it by its
 * hash. It uses no quotes, so it reads the same inside a document.
 */
export const themeScript = [
  '(function(d){var t=null;try{t=localStorage.getItem(`theme`)}catch(e){}',
  'd.dataset.theme=t===`light`||t===`dark`?t:matchMedia(`(prefers-color-scheme: dark)`).matches?`dark`:`light`',
  '})(document.documentElement)',
].join('');

/** What the person chose; storage may be closed to us, then it is the device's choice. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'device';
  } catch {
    return 'device';
  }
}

function show(choice: ThemeChoice): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = choice === 'device' ? (dark ? 'dark' : 'light') : choice;
}

/** Shows a theme at once and remembers it on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'device') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Storage is closed: the choice holds for this page.
  }
  show(choice);
  for (const listener of listeners) listener();
}

/** Follows the device while nothing was chosen. Returns how to stop. */
export function followDevice(): () => void {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    if (themeChoice() === 'device') show('device');
  };
  device.addEventListener('change', follow);
  return () => device.removeEventListener('change', follow);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice, kept current; 'device' until the page has started. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice, () => 'device');
