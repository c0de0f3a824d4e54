import { type ExportedTable, internalReason } from './data-export-reasons.ts';

export const exportedScams: Readonly<Record<string, ExportedTable>> = {
  scam_drafts: { owner: 'user_id', columns: ['data', 'updated_at'], withheld: { [internalReason]: ['user_id'] } },
  scam_reports: {
    owner: 'user_id',
    columns: [
      ...['id', 'name', 'website', 'contact_info', 'description', 'suspicious_notes', 'evidence_file', 'status'],
      ...['reason_code', 'decided_at', 'created_at'],
    ],
    withheld: {
      [internalReason]: [
        'user_id',
        'evidence_path',
        'report_path',
        'idempotency_key',
        'request_hash',
        'connection_hash',
      ],
      'other reporters stay private': ['scam_case_id'],
      'opened from the list of reports': ['report_file'],
      'names of staff': ['decided_by'],
    },
  },
  scam_report_indicators: {
    owner: 'user_id',
    columns: ['report_id', 'given'],
    withheld: { [internalReason]: ['user_id', 'indicator_id'] },
  },
  scam_appeals: {
    owner: 'user_id',
    columns: ['id', 'publication_id', 'name', 'email', 'statement', 'state', 'answer', 'decided_at', 'created_at'],
    withheld: { [internalReason]: ['user_id', 'reason_code'], 'names of staff': ['decided_by'] },
  },
};
