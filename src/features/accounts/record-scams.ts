import { inner, type Recorded } from './record-reasons.ts';

/** What somebody reported as a scam, or said against such a warning. */
export const recordedScams: Readonly<Record<string, Recorded>> = {
  scam_drafts: { owner: 'user_id', given: ['data', 'updated_at'], kept: { [inner]: ['user_id'] } },
  scam_reports: {
    owner: 'user_id',
    given: [
      ...['id', 'name', 'website', 'contact_info', 'description', 'suspicious_notes', 'evidence_file', 'status'],
      ...['reason_code', 'decided_at', 'created_at'],
    ],
    kept: {
      [inner]: ['user_id', 'evidence_path', 'report_path', 'idempotency_key', 'request_hash'],
      'others reported the same, and nobody learns of others': ['matter_id'],
      'opened from the list of one’s reports': ['report_file'],
      'names of staff': ['decided_by'],
    },
  },
  scam_report_indicators: {
    owner: 'user_id',
    given: ['report_id', 'given'],
    kept: { [inner]: ['user_id', 'indicator_id'] },
  },
  scam_appeals: {
    owner: 'user_id',
    given: ['id', 'publication_id', 'name', 'email', 'statement', 'state', 'answer', 'decided_at', 'created_at'],
    kept: { [inner]: ['user_id', 'reason_code'], 'names of staff': ['decided_by'] },
  },
};
