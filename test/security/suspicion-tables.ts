/** Tables about suspicions: for compliance and admins; those about reports for compliance alone. */
export const casesTables = [
  'alert_snoozes',
  'case_alerts',
  'case_events',
  'case_files',
  'case_hits',
  'case_notes',
  'case_orders',
  'case_screenings',
  'cases',
  'customer_reviews',
  'customer_standings',
  'retention_marks',
  'suppressed_alerts',
  'transaction_alerts',
] as const;
export const reportTables = ['str_reports', 'str_versions'] as const;
export const suspicionTables: readonly string[] = [...casesTables, ...reportTables];
