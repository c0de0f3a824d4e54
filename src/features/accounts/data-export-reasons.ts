export type ExportedTable = {
  readonly owner: string;
  readonly columns: readonly string[];
  /** Withheld columns by reason. */
  readonly withheld: Readonly<Record<string, readonly string[]>>;
  /** SQL condition of rows to exclude. */
  readonly excludedRows?: string;
  /** SQL expressions that replace columns. */
  readonly expressions?: Readonly<Record<string, string>>;
};

export const internalReason = 'used only internally';
export const assessmentReason = 'staff assessments are not for the customer (decision A7)';
export const onScreensReason = 'the screens show it in customer wording';
