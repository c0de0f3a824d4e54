/** Tables that compliance and admins read; only compliance reads those of reports. */
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
  'customer_risk_ratings',
  'retention_deadlines',
  'suppressed_alerts',
  'transaction_alerts',
] as const;
export const reportTables = ['str_reports', 'str_versions'] as const;
export const suspicionTables: readonly string[] = [...casesTables, ...reportTables];
