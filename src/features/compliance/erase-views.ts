/** Result of an erasure run: counts only, no personal data. */
export type Erased = {
  people: number;
  orders: number;
  payments: number;
  bankLines: number;
  files: number;
  /** Due, but retained by a case, hold or freeze, unfinished, or failed. */
  keptBack: number;
  counts: Record<string, number>;
};
export type ErasureReport = Readonly<Erased> & { readonly id: string; readonly at: Date };
export type Erasures = {
  readonly reports: readonly ErasureReport[];
  readonly due: Readonly<Pick<Erased, 'people' | 'orders' | 'payments' | 'bankLines' | 'keptBack'>>;
};
