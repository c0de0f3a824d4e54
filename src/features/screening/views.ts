import type { HitState } from './filters.ts';
import type { Category } from './party.ts';
import type { Source, SourceName, SourceState } from './sources.ts';

/** What changed from one version of a list to the next; samples hold at most ten of each. */
export type ListDiff = {
  readonly parties: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly addresses: { readonly added: number; readonly removed: number };
  readonly samples: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
    readonly addedAddresses: readonly string[];
    readonly removedAddresses: readonly string[];
  };
};

/** One imported version. */
export type ListVersionView = {
  readonly id: string;
  readonly source: SourceName;
  /** Day of publication, as the list says. */
  readonly publishedOn: string;
  readonly sha256: string;
  readonly origin: 'download' | 'file' | 'desk' | 'demo';
  readonly fileName: string;
  readonly importedAt: Date;
  /** Mail address of who imported it; null for a job. */
  readonly importedBy: string | null;
  readonly parties: number;
  readonly names: number;
  readonly addresses: number;
  readonly diff: ListDiff;
};

/** A source as the desk sees it: answer of `screening/lists`. */
export type SourceView = Omit<Source, 'list'> & {
  readonly name: string;
  readonly state: SourceState;
  readonly askedAt: Date | null;
  /** Why the last renewal failed, in words for staff; null when it did not. */
  readonly failure: string | null;
  /** Where it is fetched from by itself; null when it is not. Host alone. */
  readonly fetchedFrom: string | null;
  readonly inForce: ListVersionView | null;
  /** The newest versions, at most 20, newest first. */
  readonly versions: readonly ListVersionView[];
};

/** An external provider as the desk sees it. */
export type ProviderView = { readonly name: string; readonly on: boolean; readonly state: 'off' | 'working' | 'down' };

/** What somebody would take off our own list, and another agrees to with the same file. */
export type WaitingList = {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly mine: boolean;
  readonly fileName: string;
  readonly diff: ListDiff;
};

export type ListsView = {
  readonly sources: readonly SourceView[];
  readonly providers: readonly ProviderView[];
  readonly waiting: WaitingList | null;
};

/** How two sides agree in one respect. */
export type Agreement = 'same' | 'near' | 'differs' | 'unknown';

/** What a hit rests on, as it was when it was found. */
export type HitDetails = {
  /** Compared was whom the customer names as holder of a wallet, or as keeping it, and not the customer. */
  readonly holder?: true;
  readonly customer: {
    readonly names: readonly string[];
    /** All that were given, parted by commas. */
    readonly birth: string | null;
    readonly countries: readonly string[];
  };
  readonly party: {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly births: readonly string[];
    readonly countries: readonly string[];
    readonly programmes: readonly string[];
    readonly category: Category;
  };
  readonly matched: { readonly customer: string; readonly party: string; readonly weak: boolean };
  readonly nameScore: number;
  readonly birth: Agreement;
  readonly country: Agreement;
};

/** What one person said of a match in all that is known, for another to agree to. */
export type WaitingClearance = {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly mine: boolean;
  readonly reasonCode: string;
  readonly note: string;
};

/** One hit: a line of `screening/hits`. */
export type HitView = {
  readonly id: string;
  readonly userId: string;
  /** The customer's name and mail address now. */
  readonly customerName: string;
  readonly email: string;
  readonly source: string;
  readonly sourceName: string;
  readonly partyRef: string;
  /** 0 to 100. */
  readonly score: number;
  readonly details: HitDetails;
  readonly state: HitState;
  readonly caseId: string | null;
  readonly createdAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reasonCode: string | null;
  readonly note: string | null;
  /** Whether whoever asks may decide it: open, and not about themselves. */
  readonly mayDecide: boolean;
  /** Somebody cleared it and a second person is to agree. */
  readonly waiting: WaitingClearance | null;
};

export type HitsView = { readonly hits: readonly HitView[]; readonly more: boolean };

/** What an import did, or would do. */
export type ImportedList = {
  /** null where nothing was put in force: it was tried only, or it is what stands already. */
  readonly listId: string | null;
  readonly unchanged: boolean;
  readonly parties: number;
  readonly names: number;
  readonly addresses: number;
  readonly diff: ListDiff;
};

/** Answer of `screening/importLocal`. */
export type ImportedView = ImportedList & {
  /** Something that stands is taken off or changed: that waits for a second person. */
  readonly takesOff: boolean;
  /** What another person asked for and this very file agrees to. */
  readonly agreesTo: string | null;
};
