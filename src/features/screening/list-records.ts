import type { Party } from './party.ts';

export type ListRecord =
  | { readonly publishedOn: string }
  | { readonly party: Party }
  /** Programmes of the party with the ref `of`. OFAC lists them at the end of the file. */
  | { readonly programmes: readonly string[]; readonly of: string };

/** Thrown for a broken or incomplete list. Staff see the message. */
export class UnreadableListError extends Error {}
