/** Columns are names separated by spaces. `user_id` is never exported. */
export type Definition = {
  /** Key in the export. By default the name of the table. */
  readonly as?: string;
  readonly owner?: 'id' | 'user_id';
  readonly columns: string;
  readonly internal?: string;
  /** Assessments by staff, which are not for the customer (decision A7). */
  readonly assessments?: string;
  /** Codes that the screens show in customer wording. */
  readonly onScreens?: string;
  readonly staffNames?: string;
  /** Columns withheld for another reason. */
  readonly other?: Readonly<Record<string, string>>;
  /** SQL condition of rows to exclude. */
  readonly excludedRows?: string;
  /** SQL expressions that replace columns. */
  readonly expressions?: Readonly<Record<string, string>>;
};

/** Launches, help, scam reports, notifications and programs. */
export const communityDefinitions: Readonly<Record<string, Definition>> = {
  launch_submissions: {
    as: 'launches',
    columns: 'id coin_name idea community_links status created_at decided_at',
    internal: 'waits_since idempotency_key request_hash',
    onScreens: 'reason_code',
    other: { 'file names appear elsewhere': 'whitepaper_file' },
  },
  launch_questions: {
    as: 'launchQuestions',
    columns: 'id submission_id question asked_at answer answered_at',
    staffNames: 'asked_by',
  },
  kyc_drafts: {
    as: 'identityDrafts',
    columns: 'tier updated_at',
    internal: 'submission_id',
    other: { 'unsent values appear in the form': 'sealed' },
  },
  launch_drafts: { as: 'launchDrafts', columns: 'data updated_at' },
  help_conversations: {
    as: 'helpConversations',
    columns: `id reference category order_id payment_id submission_id state opened_at complained_at acknowledge_by
      decide_by acknowledged_at review_requested_at review_by`,
    internal: 'waits_since due_at',
    staffNames: 'owner_id',
  },
  help_messages: {
    as: 'helpMessages',
    columns: 'id conversation_id author_id text written_at',
    expressions: { author_id: `case when author_id = user_id then 'you' else 'us' end` },
    internal: 'internal idempotency_key request_hash',
    excludedRows: 'internal',
  },
  help_files: { as: 'helpFiles', columns: 'message_id file_id' },
  complaint_decisions: {
    as: 'complaintDecisions',
    columns: 'conversation_id stage outcome reasons decided_at',
    staffNames: 'decided_by',
  },
  webhook_endpoints: {
    as: 'webhooks',
    columns: 'url created_at paused_at paused_reason',
    internal: 'id secret_encrypted previous_secret_encrypted previous_valid_until',
  },
  webhook_deliveries: {
    as: 'webhookDeliveries',
    columns: 'type facts at tries tried_at answered delivered_at given_up_at',
    internal: 'id endpoint_id queued_at',
  },
  notices: { columns: 'kind facts at read_at', internal: 'id waits_for_digest source_job_id' },
  notice_preferences: { as: 'noticePreferences', columns: 'kind channel wanted set_at' },
  digest_settings: { as: 'noticeSettings', columns: 'digest quiet set_at' },
  marketing_consents: { as: 'marketingConsents', columns: 'version given source at', internal: 'id' },
  mail_delivery_problems: { as: 'emailProblems', columns: 'kind at', internal: 'id event_id' },
  payees: {
    as: 'savedWalletsAndAccounts',
    columns: 'kind label network address tag bank_name branch account_number account_holder_name created_at',
    internal: 'id known_from',
  },
  entered_codes: { as: 'promoCodes', columns: 'promo_code_id entered_at' },
  proven_wallets: {
    as: 'provenWallet',
    columns: 'address signed_text signature proven_at',
    internal: 'challenge_address challenge challenge_expires_at',
  },
  holding_checks: {
    as: 'mahoniChecks',
    columns: 'address amount held_since tier ends_at checked_at',
    internal: 'id',
    staffNames: 'checked_by',
  },
  order_discounts: {
    as: 'orderDiscounts',
    columns: 'order_id percent standard_fee_percent reason ends_at promo_code_id',
  },
  price_alerts: {
    as: 'priceAlerts',
    columns: 'symbol direction currency target created_at fired_at fired_value',
    internal: 'id',
  },
  recurring_buys: {
    as: 'recurringBuys',
    columns: `reference symbol currency amount network address tag every day next_on created_at paused_at paused_for
      reminded_at last_refusal`,
    internal: 'id counted_from',
  },
  year_statements: { as: 'yearStatements', columns: 'year code totals issued_at', internal: 'id' },
  push_subscriptions: { as: 'pushSubscriptions', columns: 'created_at', internal: 'id session_id endpoint' },
  sell_drafts: { as: 'drafts', columns: 'data updated_at' },
  scam_drafts: { as: 'scamReportDraft', columns: 'data updated_at' },
  scam_reports: {
    as: 'scamReports',
    columns: `id name website contact_info description suspicious_notes evidence_file status reason_code decided_at
      created_at`,
    internal: 'evidence_path report_path idempotency_key request_hash connection_hash',
    staffNames: 'decided_by',
    other: {
      'other reporters stay private': 'scam_case_id',
      'opened from the list of reports': 'report_file',
    },
  },
  scam_report_indicators: { as: 'scamReportIndicators', columns: 'report_id given', internal: 'indicator_id' },
  scam_appeals: {
    as: 'scamAppeals',
    columns: 'id publication_id name email statement state answer decided_at created_at',
    internal: 'reason_code',
    staffNames: 'decided_by',
  },
};
