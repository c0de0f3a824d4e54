export type ListRecord =
  | { readonly publishedOn: string }
  | { readonly party: Party }
  /** Programmes of the party with the ref `of`. OFAC lists them at the end of the file. */
  | { readonly programmes: readonly string[]; readonly of: string };

/** Thrown for a broken or incomplete list. Staff see the message. */
export class UnreadableListError extends Error {}

export const partyKinds = ['person', 'organisation', 'vessel', 'aircraft', 'other'] as const;
export type PartyKind = (typeof partyKinds)[number];

/** `sanctioned` and `high_risk` block a wallet ('Wallet Blocked'); `watch` triggers a review ('Wallet Screening'). */
export const categories = ['sanctioned', 'high_risk', 'watch'] as const;
export type Category = (typeof categories)[number];

export type ListedName = {
  readonly name: string;
  /** Nickname or acronym, marked as weak by the list. */
  readonly weak: boolean;
};

export type ListedAddress = {
  /** Asset that the list names, such as XBT. Not the chain. */
  readonly tag: string;
  readonly address: string;
};

export type Party = {
  /** Reference of the list, stable across its versions. */
  readonly ref: string;
  readonly kind: PartyKind;
  readonly category: Category;
  readonly names: readonly ListedName[];
  /** `1970`, `1970-05`, `1970-05-12` or `1970/1975`. */
  readonly births: readonly string[];
  readonly countries: readonly string[];
  readonly programmes: readonly string[];
  readonly addresses: readonly ListedAddress[];
};
