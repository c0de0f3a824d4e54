import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { AlertPriority, AlertState } from '../../../compliance/alerts.ts';
import type { CaseState } from '../../../compliance/cases.ts';
import type { ReportState } from '../../../compliance/reports.ts';
import type { CaseEventName, CaseOrder } from '../../../compliance/views.ts';

type Word = { kind: BadgeKind; text: string };
const word = (kind: BadgeKind, text: string): Word => ({ kind, text });

export const priorityWords: Readonly<Record<AlertPriority, Word>> = {
  urgent: word('rejected', 'Urgent'),
  high: word('pending', 'High'),
  medium: word('note', 'Medium'),
  low: word('other', 'Low'),
};

export const alertStateWords: Readonly<Record<AlertState, Word>> = {
  open: word('pending', 'Open'),
  taken: word('note', 'In work'),
  closed: word('other', 'Closed'),
};

export const caseStateWords: Readonly<Record<CaseState, Word>> = {
  open: word('pending', 'Open'),
  under_review: word('note', 'Under review'),
  closed: word('other', 'Closed'),
};

export const reportStateWords: Readonly<Record<ReportState, Word>> = {
  draft: word('pending', 'Draft'),
  filed: word('approved', 'Filed'),
  abandoned: word('other', 'Abandoned'),
};

export const screeningWords: Readonly<Record<NonNullable<CaseOrder['screening']>, Word>> = {
  clear: word('approved', 'Wallet clear'),
  flagged: word('rejected', 'Wallet flagged'),
  high_risk: word('rejected', 'Wallet high risk'),
  error: word('pending', 'Wallet not screened'),
};

/** Why a held order is none that its customer could place now. */
export const misfitWords: Readonly<Record<NonNullable<CaseOrder['misfit']>, string>> = {
  customer_stopped: 'Its customer is stopped.',
  limit_exceeded_after_sending: 'It is over what its customer may trade.',
  source_of_funds: 'It lacks a source of funds, the document that shows it, or who holds the wallet.',
};

/** What happened in a case, as a line of its time line. */
export const eventWords: Readonly<Record<CaseEventName, string>> = {
  opened: 'Case opened',
  alert_added: 'Alert added',
  order_added: 'Order added',
  screening_added: 'Screening added',
  hit_added: 'Name hit added',
  file_added: 'File added',
  noted: 'Note',
  assigned: 'Given to',
  review_started: 'Review started',
  order_held: 'Order held',
  order_released: 'Order released',
  release_proposed: 'Release proposed',
  release_rejected: 'Release refused',
  release_withdrawn: 'Release taken back',
  closed: 'Case closed',
  reopened: 'Case opened again',
  report_opened: 'Report opened',
  report_filed: 'Report filed',
  report_abandoned: 'Report abandoned',
};

/** What stopped something, or opened it again against an earlier decision. */
export const stops: readonly CaseEventName[] = ['order_held', 'release_rejected', 'reopened', 'report_abandoned'];

/** `wallet_blocked` is "Wallet blocked". */
export const ruleWord = (rule: string): string => {
  const plain = rule.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** What a coded word of a table means; the code itself for one that the table does not know. */
export const meaningOf = (table: Readonly<Record<string, string>>, code: string | null): string | null =>
  code === null ? null : (table[code] ?? ruleWord(code));
