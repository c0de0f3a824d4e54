/** What a run of the erasing job did: counts alone, nobody's data. */
export type Erased = {
  people: number;
  orders: number;
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
  readonly due: { readonly people: number; readonly orders: number; readonly keptBack: number };
};
