import type { State } from '../status/assess.ts';
import type { Level } from '../status/schema.ts';

/** Number of lines in the history. The server removes unused lines. */
export const maxHistory = 60;

type BadgeClass = 'approved' | 'pending' | 'rejected' | 'note';

/** Word and badge class of each state. The page shows all classes in its key, so that their styles are loaded. */
export const stateBadges = {
  working: { word: 'Working', kind: 'approved' },
  slow: { word: 'Slow', kind: 'pending' },
  partly: { word: 'Partly paused', kind: 'pending' },
  paused: { word: 'Paused', kind: 'rejected' },
} as const satisfies Record<State, { readonly word: string; readonly kind: BadgeClass }>;

export const historyLevels = {
  info: { name: 'Information', kind: 'note' },
  slow: { name: 'Slow', kind: 'pending' },
  paused: { name: 'Paused', kind: 'rejected' },
  fixed: { name: 'Fixed', kind: 'approved' },
} as const satisfies Record<Level, { readonly name: string; readonly kind: BadgeClass }>;

export const summaries = {
  working: 'Everything is working.',
  slow: 'Some services are slower than usual.',
  partly: 'Some coins or networks are partly paused.',
  paused: 'Some services are paused.',
  nothing: 'Nothing was slow or paused.',
  failed: "We couldn't load the current status. Please try again in a moment.",
} as const;
