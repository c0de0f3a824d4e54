import { type ExportedTable, internalReason } from './data-export-reasons.ts';

const exportedWebhooks: Readonly<Record<string, ExportedTable>> = {
  webhook_endpoints: {
    owner: 'user_id',
    columns: ['url', 'created_at', 'paused_at', 'paused_reason'],
    withheld: {
      [internalReason]: ['id', 'user_id', 'secret_encrypted', 'previous_secret_encrypted', 'previous_valid_until'],
    },
  },
  webhook_deliveries: {
    owner: 'user_id',
    columns: ['type', 'facts', 'at', 'tries', 'tried_at', 'answered', 'delivered_at', 'given_up_at'],
    withheld: { [internalReason]: ['id', 'user_id', 'endpoint_id', 'queued_at'] },
  },
};

export const exportedNotices: Readonly<Record<string, ExportedTable>> = {
  ...exportedWebhooks,
  notices: {
    owner: 'user_id',
    columns: ['kind', 'facts', 'at', 'read_at'],
    withheld: { [internalReason]: ['id', 'user_id', 'waits_for_digest', 'source_job_id'] },
  },
  notice_preferences: {
    owner: 'user_id',
    columns: ['kind', 'channel', 'wanted', 'set_at'],
    withheld: { [internalReason]: ['user_id'] },
  },
  digest_settings: {
    owner: 'user_id',
    columns: ['digest', 'quiet', 'set_at'],
    withheld: { [internalReason]: ['user_id'] },
  },
  marketing_consents: {
    owner: 'user_id',
    columns: ['version', 'given', 'source', 'at'],
    withheld: { [internalReason]: ['id', 'user_id'] },
  },
  mail_delivery_problems: {
    owner: 'user_id',
    columns: ['kind', 'at'],
    withheld: { [internalReason]: ['id', 'user_id', 'event_id'] },
  },
  push_subscriptions: {
    owner: 'user_id',
    columns: ['created_at'],
    withheld: { [internalReason]: ['id', 'user_id', 'session_id', 'endpoint'] },
  },
};
