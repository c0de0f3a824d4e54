/** Result of an erasure run: counts only, no personal data. */
export type Erased = {
  people: number;
  orders: number;
  payments: number;
  bankLines: number;
  files: number;
  /** Number of due records that were not erased: retained, unfinished or failed. */
  keptBack: number;
  counts: Record<string, number>;
};
export type ErasureReport = Readonly<Erased> & { readonly id: string; readonly at: Date };
export type Erasures = {
  readonly reports: readonly ErasureReport[];
  readonly due: Readonly<Pick<Erased, 'people' | 'orders' | 'payments' | 'bankLines' | 'keptBack'>>;
};
