import { inner, type Recorded, said } from './record-reasons.ts';

/** What founders take away of the coins they wanted to launch; how these were judged is not theirs to read. */
export const launchRecords: Readonly<Record<string, Recorded>> = {
  launch_submissions: {
    owner: 'user_id',
    given: ['id', 'coin_name', 'idea', 'community_links', 'status', 'created_at', 'decided_at'],
    kept: {
      [inner]: ['user_id', 'waits_since', 'idempotency_key', 'request_hash'],
      [said]: ['reason_code'],
      'what the file is called stands elsewhere': ['whitepaper_file'],
    },
  },
  launch_questions: {
    owner: 'user_id',
    given: ['id', 'submission_id', 'question', 'asked_at', 'answer', 'answered_at'],
    kept: { [inner]: ['user_id'], 'names of staff': ['asked_by'] },
  },
  launch_drafts: { owner: 'user_id', given: ['data', 'updated_at'], kept: { [inner]: ['user_id'] } },
};
