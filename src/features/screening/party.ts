/** Who stands on a list. */
export const partyKinds = ['person', 'organisation', 'vessel', 'aircraft', 'other'] as const;
export type PartyKind = (typeof partyKinds)[number];

/**
 * What being listed means for a wallet: `sanctioned` blocks, `high_risk` blocks too (both 'Wallet Blocked'), `watch`
 * asks for a deeper look ('Wallet Screening'). Official lists know the first alone; a list of our own may use all.
 */
export const categories = ['sanctioned', 'high_risk', 'watch'] as const;
export type Category = (typeof categories)[number];

export type ListedName = {
  readonly name: string;
  /** Called weak by the list itself: a nickname or an acronym, which fits too many people. */
  readonly weak: boolean;
};

export type ListedAddress = {
  /** The asset under which the list observed the address, such as XBT. Not the chain. */
  readonly tag: string;
  /** As the list writes it. */
  readonly address: string;
};

/** One listed party in the words that all lists share. */
export type Party = {
  /** The list's own number of the party, the same from version to version. */
  readonly ref: string;
  readonly kind: PartyKind;
  readonly category: Category;
  /** The main name first. */
  readonly names: readonly ListedName[];
  /** Dates of birth as known: `1970`, `1970-05`, `1970-05-12`, or a span `1970/1975`. */
  readonly births: readonly string[];
  /** ISO codes of nationality, citizenship and residence. */
  readonly countries: readonly string[];
  readonly programmes: readonly string[];
  readonly addresses: readonly ListedAddress[];
};
