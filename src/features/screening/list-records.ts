import type { Party } from './party.ts';

export type ListRecord =
  | { readonly publishedOn: string }
  | { readonly party: Party }
  /** OFAC lists programmes at the end of the file. */
  | { readonly programmes: readonly string[]; readonly of: string };

/** Broken or incomplete list. The message is for staff. */
export class UnreadableListError extends Error {}
