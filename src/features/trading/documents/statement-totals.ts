import { groupThousands } from '../../../ui/number-format.ts';
import { formatCode } from '../../learning/certificates/certificate.ts';

/** Totals of a year statement as stored and shown to anyone with its code. Amounts are plain: `20000.00`. */
export type StatementTotals = {
  readonly orders: number;
  readonly boughtJmd: string;
  readonly boughtUsd: string;
  readonly soldJmd: string;
  readonly soldUsd: string;
  readonly feesJmd: string;
  readonly feesUsd: string;
  /** False while the year has not ended in Jamaica. */
  readonly isWholeYear: boolean;
  /** True if any order was made with demo prices. */
  readonly isDemo: boolean;
};

/** `isReplaced` means that a newer statement of the same customer and year exists. */
export type CheckedStatement = {
  readonly year: number;
  readonly totals: StatementTotals;
  readonly issuedAt: Date;
  readonly isReplaced: boolean;
};

export const formatJmd = (amount: string): string => `J$${groupThousands(amount)}`;
export const formatUsd = (amount: string): string => `US$${groupThousands(amount)}`;

export const getStatementPath = (code: string): string => `/statements/${formatCode(code)}`;
