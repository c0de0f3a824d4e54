/** What a run of the erasing job did: counts alone, nobody's data. */
export type Erased = {
  people: number;
  /** Of customers who stay. */
  orders: number;
  payments: number;
  /** Of our banks, that stood on nothing. */
  bankLines: number;
  files: number;
  /** Due, but under a case, held, frozen or unfinished; or it could not be erased, and the job failed. */
  keptBack: number;
  /** Rows by table. */
  counts: Record<string, number>;
};
export type ErasureReport = Readonly<Erased> & { readonly id: string; readonly at: Date };
export type Erasures = {
  readonly reports: readonly ErasureReport[];
  /** What a run would do now. */
  readonly due: Readonly<Pick<Erased, 'people' | 'orders' | 'payments' | 'bankLines' | 'keptBack'>>;
};
