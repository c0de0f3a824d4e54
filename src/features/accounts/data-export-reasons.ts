export type ExportedTable = {
  readonly owner: string;
  readonly columns: readonly string[];
  /** Columns by reason. */
  readonly withheld: Readonly<Record<string, readonly string[]>>;
  /** SQL condition of rows to leave out. */
  readonly excludedRows?: string;
  /** SQL expression in place of a column. */
  readonly expressions?: Readonly<Record<string, string>>;
};

export const internalReason = 'used only internally';
export const assessmentReason = 'staff assessments are not for the customer (decision A7)';
export const onScreensReason = 'the screens show it in customer wording';
