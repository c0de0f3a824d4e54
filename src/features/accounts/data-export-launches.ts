import { type ExportedTable, internalReason, onScreensReason } from './data-export-reasons.ts';

export const exportedLaunches: Readonly<Record<string, ExportedTable>> = {
  launch_submissions: {
    owner: 'user_id',
    columns: ['id', 'coin_name', 'idea', 'community_links', 'status', 'created_at', 'decided_at'],
    withheld: {
      [internalReason]: ['user_id', 'waits_since', 'idempotency_key', 'request_hash'],
      [onScreensReason]: ['reason_code'],
      'file names appear elsewhere': ['whitepaper_file'],
    },
  },
  launch_questions: {
    owner: 'user_id',
    columns: ['id', 'submission_id', 'question', 'asked_at', 'answer', 'answered_at'],
    withheld: { [internalReason]: ['user_id'], 'names of staff': ['asked_by'] },
  },
  launch_drafts: { owner: 'user_id', columns: ['data', 'updated_at'], withheld: { [internalReason]: ['user_id'] } },
};
