import { queueShortcuts, type Shortcut } from '../../../../ui/admin/shortcuts.tsx';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { AlertPriority, AlertState } from '../../alerts.ts';
import type { CaseState } from '../../cases.ts';
import type { ReportState } from '../../reports.ts';
import type { CaseEventName, CaseOrder } from '../../views.ts';

type Label = { kind: BadgeKind; text: string };
const label = (kind: BadgeKind, text: string): Label => ({ kind, text });

export const priorityLabels: Readonly<Record<AlertPriority, Label>> = {
  urgent: label('rejected', 'Urgent'),
  high: label('pending', 'High'),
  medium: label('note', 'Medium'),
  low: label('other', 'Low'),
};

export const alertStateLabels: Readonly<Record<AlertState, Label>> = {
  open: label('pending', 'Open'),
  taken: label('note', 'In progress'),
  closed: label('other', 'Closed'),
};

export const caseStateLabels: Readonly<Record<CaseState, Label>> = {
  open: label('pending', 'Open'),
  under_review: label('note', 'Under review'),
  closed: label('other', 'Closed'),
};

export const reportStateLabels: Readonly<Record<ReportState, Label>> = {
  draft: label('pending', 'Draft'),
  filed: label('approved', 'Filed'),
  abandoned: label('other', 'Abandoned'),
};

export const screeningLabels: Readonly<Record<NonNullable<CaseOrder['screening']>, Label>> = {
  clear: label('approved', 'Wallet clear'),
  flagged: label('rejected', 'Wallet flagged'),
  high_risk: label('rejected', 'Wallet high risk'),
  error: label('pending', 'Wallet not screened'),
};

export const misfitLabels: Readonly<Record<NonNullable<CaseOrder['misfit']>, string>> = {
  customer_stopped: 'The customer is blocked.',
  limit_exceeded_after_sending: "The order exceeds the customer's limit.",
  source_of_funds: 'The source of funds, its document or the wallet holder is missing.',
};

export const eventLabels: Readonly<Record<CaseEventName, string>> = {
  opened: 'Case opened',
  alert_added: 'Alert added',
  order_added: 'Order added',
  screening_added: 'Screening added',
  hit_added: 'Name match added',
  file_added: 'File added',
  noted: 'Note',
  assigned: 'Assigned to',
  review_started: 'Review started',
  order_held: 'Order held',
  order_released: 'Order released',
  release_proposed: 'Release proposed',
  release_rejected: 'Release rejected',
  release_withdrawn: 'Release withdrawn',
  closed: 'Case closed',
  reopened: 'Case reopened',
  report_opened: 'Report opened',
  report_filed: 'Report filed',
  report_abandoned: 'Report abandoned',
};

export const stopEvents: readonly CaseEventName[] = ['order_held', 'release_rejected', 'reopened', 'report_abandoned'];

export const formatCode = (rule: string): string => {
  const plain = rule.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

export const getLabel = (table: Readonly<Record<string, string>>, code: string | null): string | null =>
  code === null ? null : (table[code] ?? formatCode(code));

export const commonAlertKeys: readonly Shortcut[] = [
  ...queueShortcuts,
  [['T'], 'take'],
  [['C'], 'close'],
  [['O'], 'case'],
];

export const alertKeys: readonly Shortcut[] = [
  ...commonAlertKeys,
  [['G'], 'assign'],
  [['S'], 'snooze a rule'],
  [['Esc'], 'back to the alerts'],
];

export const caseKeys: readonly Shortcut[] = [
  [['S'], 'start the review'],
  [['N'], 'note'],
  [['A'], 'add to the case'],
  [['F'], 'add a file'],
  [['G'], 'assign'],
  [['R'], 'open a report'],
  [['C'], 'close'],
  [['O'], 'reopen'],
  [['Esc'], 'back to the cases'],
];

export const reportKeys: readonly Shortcut[] = [
  [['X'], 'check and export'],
  [['M'], 'mark as filed'],
  [['Esc'], 'back to the reports'],
];
