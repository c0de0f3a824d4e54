import { communityDefinitions, type Definition } from './data-export-community.ts';

const isOwnPayout = `direction = 'out' or reverses_id in (select o.id from movements o where o.direction = 'out')`;
const maskAccount = (column: string) => `case when ${isOwnPayout} then ${column} else '… ' || right(${column}, 4) end`;
const revealOwnOnly = (column: string) => `case when ${isOwnPayout} then ${column} end`;

/** SQL that hides the outcome of a held charge, so that customers cannot learn of the hold (A7). */
const isHeldPayment = 'due_id in (select p.id from payments p where p.held)';
const hideWhenHeld = (column: string, outcome: string, heldCondition: string) =>
  `case when ${outcome} <> 'declined' and ${heldCondition} then null else ${column} end`;

/** Encryption context of each encrypted field, without the owner's id. */
export const encryptedFields = { trn_number: 'kyc trn_number', id_number: 'kyc id_number' } as const;

const definitions: Readonly<Record<string, Definition>> = {
  profiles: {
    as: 'profile',
    owner: 'id',
    columns: `id email first_name last_name display_name phone_number date_of_birth country_of_residence
      declared_country nationality occupation is_pep consented_at created_at updated_at monthly_income_declared
      closed_at erase_after avatar_url detected_country detected_country_code detected_city detected_region
      current_ip_address ip_geolocation_data geolocation_updated_at location_consent location_asked_at`,
    internal: 'enhanced_kyc_completed passkey_offer_closed_at',
    assessments: 'risk_classification last_risk_assessment_date income_verification_status',
  },
  kyc_submissions: {
    as: 'submissions',
    columns: 'id tier status data created_at decided_at pep_declaration pep_details',
    internal: 'waits_for request_hash source_of_funds_declared',
    assessments: 'enhanced_due_diligence edd_reason high_risk_flags risk_level',
    staffNames: 'decided_by first_approver',
  },
  subscriptions: { columns: 'id plan status payment_method start_date end_date created_at', internal: 'reminder_days' },
  user_enrollments: {
    as: 'courses',
    columns: 'id course_id enrollment_status granted_by created_at active_since place_unit granted_until revoked_at',
    internal: 'version_id read_until place_block also_granted_by',
    assessments: 'staff_reason',
    staffNames: 'staff_id',
  },
  unit_progress: { as: 'lessons', columns: 'enrollment_id unit opened_at done_at' },
  check_answers: {
    as: 'lessonAnswers',
    columns: 'enrollment_id unit question first_right tries answered_at',
    internal: 'first_chosen last_chosen',
  },
  quiz_tries: {
    as: 'quizzes',
    columns: 'enrollment_id section started_at submitted_at right_count passed',
    internal: 'id',
    other: { 'reused by later quizzes': 'questions chosen' },
  },
  reviews: { columns: 'enrollment_id section due_at', internal: 'id step question' },
  certificates: {
    columns: `code title course_id course_title version_number quiz_pass project_pass name shows_name band issued_at
      revoked_at`,
    internal: 'id enrollment_id version_id',
    assessments: 'revoked_reason',
    staffNames: 'revoked_by',
  },
  project_drafts: { as: 'projectDrafts', columns: 'enrollment_id evidence saved_at' },
  project_submissions: {
    as: 'projects',
    columns: 'id enrollment_id course_id learner number evidence submitted_at state appeal',
    internal: 'version_id waits_since',
  },
  project_grades: {
    as: 'projectMarks',
    columns: 'submission_id round levels comments says points passed marked_at',
    staffNames: 'marked_by',
  },
  appropriateness_tries: {
    as: 'firstLesson',
    columns: 'content_number started_at submitted_at right_count passed wrong',
    internal: 'id content_digest',
    other: { 'reused by later attempts': 'questions chosen' },
  },
  appropriateness_outcomes: {
    as: 'firstLessonOutcomes',
    columns: 'content_number way at',
    internal: 'try_id',
    assessments: 'reason',
    staffNames: 'waived_by',
  },
  agreements: { columns: 'document version agreed_at', internal: 'id' },
  files: {
    columns: 'id purpose name mime bytes created_at',
    internal: 'path sha256 submission_id state key_id upload_id',
    excludedRows: `purpose = 'case-file'`,
  },
  transactions: {
    as: 'orders',
    columns: `reference payment_reference type status pay_in pay_out lapsed payment_method fiat_currency fiat_amount jmd_amount
      fee_percent fee_amount_jmd net_jmd_amount network_cost_jmd crypto_symbol crypto_amount price_usd_used
      rate_used network wallet_address destination_tag sender_wallet_address sender_wallet_type bank_name
      account_number account_holder_name routing_number purpose_of_transaction source_of_funds late_notified_for
      created_at lapses_at claimed_at received_at closed_at price_holds_until reprice_choice_until`,
    internal: 'id quote_id idempotency_key request_hash duplicate_key awaits_staff placed_letter_due',
    assessments: 'held hold_reason risk_score risk_level compliance_notes blockchain_screening_id assessment_pending',
    other: {
      'price details and file names appear elsewhere': `market_rate receipt surplus_count updated_at waiting_since
        source_of_funds_file proof_file`,
      'company details': 'company_wallet_address company_wallet_tag payout_proof_file',
    },
  },
  payments: {
    columns: `reference payable title amount_jmd method pay_in ended sender_address wallet_type transaction_hash
      created_at lapses_at claimed_at received_at closed_at coin_amount coin_price_usd coin_rate`,
    internal: 'id payable_id idempotency_key request_hash awaits_staff waiting_since part_agreed',
    assessments: 'held',
    onScreens: 'reason_code',
    other: {
      'company details': 'coin_address coin_own',
      'file names appear elsewhere': 'proof_file updated_at',
    },
    // A held payment has the status that its page shows (A7).
    expressions: {
      pay_in: `case when not held then pay_in when claimed_at is null or reason_code is not null then 'awaiting'
        else 'claimed' end`,
      received_at: 'case when not held then received_at end',
    },
  },
  workshop_registrations: {
    as: 'workshopPlaces',
    columns: `id session_id registration_mode status attendee code payment_method created_at offered_until
      confirmed_at moved_at notified_at reminded_at checked_in_at moved_from moved_from_mode`,
    staffNames: 'checked_in_by',
  },
  lgm_awards: {
    as: 'trainingCoins',
    columns: `id registration_id session_id lgm address named_at released_at transaction_hash sent_at created_at
      earlier`,
    internal: 'proposal_id',
    staffNames: 'sent_by',
  },
  card_sessions: {
    as: 'cardPages',
    columns: 'kind provider amount currency opened_at outcome decided_at',
    internal: 'id due_id reference closes_at',
    other: { 'anyone with the address can pay': 'url' },
    expressions: {
      outcome: hideWhenHeld('outcome', 'outcome', isHeldPayment),
      decided_at: hideWhenHeld('decided_at', 'outcome', isHeldPayment),
    },
  },
  card_events: {
    as: 'cardCharges',
    columns: 'provider outcome transaction_id amount currency name_on_card card happened_at received_at became',
    internal: 'id session_id event_id reference handled_at',
    expressions: {
      became: hideWhenHeld(
        'became',
        'became',
        `session_id in (select s.id from card_sessions s where s.${isHeldPayment})`,
      ),
    },
  },
  movements: {
    columns: 'direction asset amount rail moved_at address tag bank account holder reference',
    internal: 'id order_id payment_id reverses_id source_movement_id proposal_id day_only is_surplus reference_key',
    other: {
      'unallocated money belongs to no customer yet': 'reason note',
      'internal record of staff': 'recorded_at recorded_by',
    },
    // The payer may be a stranger, so details are masked as on the screen.
    expressions: {
      account: maskAccount('account'),
      address: maskAccount('address'),
      holder: revealOwnOnly('holder'),
      tag: revealOwnOnly('tag'),
    },
    // Excludes held payments, and money that was moved to another person (ADR 15).
    excludedRows: `direction = 'off' or id in (select o.reverses_id from movements o where o.direction = 'off')
      or coalesce(payment_id in (select p.id from payments p where p.held), false)`,
  },
  transfer_parties: {
    as: 'travelRule',
    columns: 'custody provider holder recorded_at',
    internal: 'order_id list_versions stopped_by',
  },
  order_warnings: {
    as: 'walletWarnings',
    columns: `order_id value warning_level verdict reporter_count slug questionnaire_version instructed_to_pay
      hurried controls_wallet shown_at cooling_off_until`,
    internal: 'scope publication_id',
    other: { 'other reporters stay private': 'scam_case_id' },
  },
  ...communityDefinitions,
};

const split = (names: string): readonly string[] => names.split(/\s+/);

/** All customer tables with their exported and withheld columns. A test compares this list with the database. */
export const exportedTables = Object.entries(definitions).map(
  ([table, { as = table, owner = 'user_id', columns, excludedRows, expressions = {}, ...withheld }]) => {
    const { internal, assessments, onScreens, staffNames, other = {} } = withheld;
    const hidden = [internal, assessments, onScreens, staffNames, ...Object.values(other)].filter((names) => !!names);
    return {
      table,
      as,
      owner,
      excludedRows,
      expressions,
      columns: split(columns),
      withheld: [...(owner === 'id' ? [] : [owner]), ...hidden.flatMap((names) => split(names ?? ''))],
    };
  },
);

const assessmentTables = `alert_snoozes blockchain_screening case_alerts case_events case_files case_hits case_notes
  case_orders case_screenings cases customer_notes customer_reviews customer_risk_ratings identity_hashes
  launch_decisions merged_accounts name_hits payer_screenings retention_deadlines risk_assessments str_reports
  str_versions suppressed_alerts transaction_alerts`;
const listTables = (names: string, reason: string) => Object.fromEntries(split(names).map((table) => [table, reason]));

/** Excluded tables with their reasons. */
export const excludedTables: Readonly<Record<string, string>> = {
  ...listTables('user_sessions geolocation_alerts', 'exported under `location`'),
  ...listTables('account_freezes kyc_decisions kyc_items order_events', 'the screens show it in customer wording'),
  ...listTables(assessmentTables, 'staff assessments are not for the customer (decision A7)'),
  enhanced_kyc_data: 'repeats a submission, with its assessment',
  quotes: 'a price that was offered for two minutes',
  user_roles: 'staff roles',
  claimed_proofs: 'the proof is among the files above',
  mails: 'stored only until sent; the notice above has the content',
};
