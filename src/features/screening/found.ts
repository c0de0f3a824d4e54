import type { Party } from './party.ts';

/** What a list tells, piece by piece, in the order in which it stands there. */
export type Found =
  /** A day as `2026-11-21`. */
  | { readonly publishedOn: string }
  | { readonly party: Party }
  /** Told apart from the party itself, later in the file. */
  | { readonly programmes: readonly string[]; readonly of: string };

/** A list could not be read: cut off, broken, or not what it should be. Its words are for staff and safe to show. */
export class UnreadableList extends Error {}
