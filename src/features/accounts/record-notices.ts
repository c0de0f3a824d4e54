import { programRecords } from './record-programs.ts';
import { inner, type Recorded } from './record-reasons.ts';

/** What somebody and their programs were told, and what they said of how. */
export const noticeRecords: Readonly<Record<string, Recorded>> = {
  ...programRecords,
  notices: {
    owner: 'user_id',
    given: ['kind', 'facts', 'at', 'read_at'],
    kept: { [inner]: ['id', 'user_id', 'waits_for_digest', 'told_by'] },
  },
  notice_preferences: {
    owner: 'user_id',
    given: ['kind', 'channel', 'wanted', 'set_at'],
    kept: { [inner]: ['user_id'] },
  },
  notice_habits: { owner: 'user_id', given: ['digest', 'quiet', 'set_at'], kept: { [inner]: ['user_id'] } },
  marketing_consents: {
    owner: 'user_id',
    given: ['version', 'given', 'said_by', 'at'],
    kept: { [inner]: ['id', 'user_id'] },
  },
  mail_troubles: { owner: 'user_id', given: ['kind', 'at'], kept: { [inner]: ['id', 'user_id', 'event_id'] } },
  push_subscriptions: {
    owner: 'user_id',
    given: ['created_at'],
    kept: { [inner]: ['id', 'user_id', 'session_id', 'endpoint'] },
  },
};
