import type { HitState } from './filters.ts';
import type { Category } from './party.ts';
import type { Source, SourceName, SourceState } from './sources.ts';

/** Each sample has at most ten entries. */
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

export type ListVersionView = {
  readonly id: string;
  readonly source: SourceName;
  /** Date printed on the list. */
  readonly publishedOn: string;
  readonly sha256: string;
  readonly origin: 'download' | 'file' | 'desk' | 'demo';
  readonly fileName: string;
  readonly importedAt: Date;
  /** Email address; null for a job. */
  readonly importedBy: string | null;
  readonly parties: number;
  readonly names: number;
  readonly addresses: number;
  readonly diff: ListDiff;
};

export type SourceView = Omit<Source, 'list'> & {
  readonly name: string;
  readonly state: SourceState;
  readonly askedAt: Date | null;
  readonly failure: string | null;
  /** Host only; null for manual imports. */
  readonly fetchedFrom: string | null;
  readonly inForce: ListVersionView | null;
  /** At most 20, newest first. */
  readonly versions: readonly ListVersionView[];
};

export type ProviderView = { readonly name: string; readonly on: boolean; readonly state: 'off' | 'working' | 'down' };

/** Import of our own list that removes or changes entries and waits for a second person. */
export type WaitingList = {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly isOwn: boolean;
  readonly fileName: string;
  readonly diff: ListDiff;
};

export type ListsView = {
  readonly sources: readonly SourceView[];
  readonly providers: readonly ProviderView[];
  readonly waiting: WaitingList | null;
};

export type Agreement = 'same' | 'near' | 'differs' | 'unknown';

export type HitDetails = {
  /** The compared name belongs to a holder named by the customer. */
  readonly holder?: true;
  readonly customer: {
    readonly names: readonly string[];
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

export type WaitingClearance = {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly isOwn: boolean;
  readonly reasonCode: string;
  readonly note: string;
};

export type HitView = {
  readonly id: string;
  readonly userId: string;
  readonly customerName: string;
  readonly email: string;
  readonly source: string;
  readonly sourceName: string;
  readonly partyRef: string;
  readonly score: number;
  readonly details: HitDetails;
  readonly state: HitState;
  readonly caseId: string | null;
  readonly createdAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reasonCode: string | null;
  readonly note: string | null;
  /** True for an open hit that is not about the viewer. */
  readonly mayDecide: boolean;
  readonly waiting: WaitingClearance | null;
};

export type HitsView = { readonly hits: readonly HitView[]; readonly more: boolean };

export type ImportedList = {
  /** Null for previews and unchanged lists. */
  readonly listId: string | null;
  readonly unchanged: boolean;
  readonly parties: number;
  readonly names: number;
  readonly addresses: number;
  readonly diff: ListDiff;
};

export type ImportedView = ImportedList & {
  /** True when the import removes or changes entries, which needs a second person. */
  readonly takesOff: boolean;
  readonly agreesTo: string | null;
};
