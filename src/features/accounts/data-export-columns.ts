import { exportedLaunches } from './data-export-launches.ts';
import { exportedNotices } from './data-export-notices.ts';
import { assessmentReason, type ExportedTable, internalReason, onScreensReason } from './data-export-reasons.ts';
import { exportedScams } from './data-export-scams.ts';

const isOwnPayout = `direction = 'out' or reverses_id in (select o.id from movements o where o.direction = 'out')`;
const maskAccount = (column: string) => `case when ${isOwnPayout} then ${column} else '… ' || right(${column}, 4) end`;
const revealOwnOnly = (column: string) => `case when ${isOwnPayout} then ${column} end`;

/** SQL that hides the outcome of a held charge, so that customers cannot learn of the hold (A7). */
const isHeldPayment = 'due_id in (select p.id from payments p where p.held)';
const hideWhenHeld = (column: string, outcome: string, heldCondition: string) =>
  `case when ${outcome} <> 'declined' and ${heldCondition} then null else ${column} end`;

/** Encryption context of each encrypted field, without the owner's id. */
export const encryptedFields = { trn_number: 'kyc trn_number', id_number: 'kyc id_number' } as const;

/** All customer tables and columns. A test compares this list with the database. */
export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  profiles: {
    owner: 'id',
    columns: [
      ...['id', 'email', 'first_name', 'last_name', 'display_name', 'phone_number', 'date_of_birth'],
      ...['country_of_residence', 'declared_country', 'nationality', 'occupation', 'is_pep', 'consented_at'],
      ...['created_at', 'updated_at', 'monthly_income_declared', 'closed_at', 'erase_after', 'avatar_url'],
      ...['detected_country', 'detected_country_code', 'detected_city', 'detected_region', 'current_ip_address'],
      ...['ip_geolocation_data', 'geolocation_updated_at', 'location_consent', 'location_asked_at'],
    ],
    withheld: {
      [assessmentReason]: ['risk_classification', 'last_risk_assessment_date', 'income_verification_status'],
      [internalReason]: ['enhanced_kyc_completed'],
    },
  },
  kyc_submissions: {
    owner: 'user_id',
    columns: ['id', 'tier', 'status', 'data', 'created_at', 'decided_at', 'pep_declaration', 'pep_details'],
    withheld: {
      [assessmentReason]: ['enhanced_due_diligence', 'edd_reason', 'high_risk_flags', 'risk_level'],
      [internalReason]: ['user_id', 'waits_for', 'request_hash', 'source_of_funds_declared'],
      'names of staff': ['decided_by', 'first_approver'],
    },
  },
  subscriptions: {
    owner: 'user_id',
    columns: ['id', 'plan', 'status', 'payment_method', 'start_date', 'end_date', 'created_at'],
    withheld: { [internalReason]: ['user_id', 'reminder_days'] },
  },
  user_enrollments: {
    owner: 'user_id',
    columns: [
      ...['id', 'course_id', 'enrollment_status', 'granted_by', 'created_at', 'active_since', 'place_unit'],
      ...['granted_until', 'revoked_at'],
    ],
    withheld: {
      [internalReason]: ['user_id', 'version_id', 'read_until', 'place_block', 'also_granted_by'],
      'names of staff': ['staff_id'],
      [assessmentReason]: ['staff_reason'],
    },
  },
  unit_progress: {
    owner: 'user_id',
    columns: ['enrollment_id', 'unit', 'opened_at', 'done_at'],
    withheld: { [internalReason]: ['user_id'] },
  },
  check_answers: {
    owner: 'user_id',
    columns: ['enrollment_id', 'unit', 'question', 'first_right', 'tries', 'answered_at'],
    withheld: { [internalReason]: ['user_id', 'first_chosen', 'last_chosen'] },
  },
  quiz_tries: {
    owner: 'user_id',
    columns: ['enrollment_id', 'section', 'started_at', 'submitted_at', 'right_count', 'passed'],
    withheld: { [internalReason]: ['id', 'user_id'], 'reused by later quizzes': ['questions', 'chosen'] },
  },
  reviews: {
    owner: 'user_id',
    columns: ['enrollment_id', 'section', 'due_at'],
    withheld: { [internalReason]: ['id', 'user_id', 'step', 'question'] },
  },
  certificates: {
    owner: 'user_id',
    columns: [
      ...['code', 'title', 'course_id', 'course_title', 'version_number', 'quiz_pass', 'project_pass', 'name'],
      ...['shows_name', 'band', 'issued_at', 'revoked_at'],
    ],
    withheld: {
      [internalReason]: ['id', 'user_id', 'enrollment_id', 'version_id'],
      'names of staff': ['revoked_by'],
      [assessmentReason]: ['revoked_reason'],
    },
  },
  project_drafts: {
    owner: 'user_id',
    columns: ['enrollment_id', 'evidence', 'saved_at'],
    withheld: { [internalReason]: ['user_id'] },
  },
  project_submissions: {
    owner: 'user_id',
    columns: ['id', 'enrollment_id', 'course_id', 'learner', 'number', 'evidence', 'submitted_at', 'state', 'appeal'],
    withheld: { [internalReason]: ['user_id', 'version_id', 'waits_since'] },
  },
  project_grades: {
    owner: 'user_id',
    columns: ['submission_id', 'round', 'levels', 'comments', 'says', 'points', 'passed', 'marked_at'],
    withheld: { [internalReason]: ['user_id'], 'names of staff': ['marked_by'] },
  },
  appropriateness_tries: {
    owner: 'user_id',
    columns: ['content_number', 'started_at', 'submitted_at', 'right_count', 'passed', 'wrong'],
    withheld: {
      [internalReason]: ['id', 'user_id', 'content_digest'],
      'reused by later attempts': ['questions', 'chosen'],
    },
  },
  appropriateness_outcomes: {
    owner: 'user_id',
    columns: ['content_number', 'way', 'at'],
    withheld: {
      [internalReason]: ['user_id', 'try_id'],
      'names of staff': ['waived_by'],
      [assessmentReason]: ['reason'],
    },
  },
  agreements: {
    owner: 'user_id',
    columns: ['document', 'version', 'agreed_at'],
    withheld: { [internalReason]: ['id', 'user_id'] },
  },
  files: {
    owner: 'user_id',
    columns: ['id', 'purpose', 'name', 'mime', 'bytes', 'created_at'],
    withheld: { [internalReason]: ['user_id', 'path', 'sha256', 'submission_id', 'state', 'key_id', 'upload_id'] },
    excludedRows: `purpose = 'case-file'`,
  },
  transactions: {
    owner: 'user_id',
    columns: [
      ...['reference', 'type', 'status', 'pay_in', 'pay_out', 'lapsed', 'payment_method', 'fiat_currency'],
      ...['fiat_amount', 'jmd_amount', 'fee_percent', 'fee_amount_jmd', 'net_jmd_amount', 'network_cost_jmd'],
      ...['crypto_symbol', 'crypto_amount', 'price_usd_used', 'rate_used', 'network', 'wallet_address'],
      ...['destination_tag', 'sender_wallet_address', 'sender_wallet_type', 'bank_name', 'account_number'],
      ...['account_holder_name', 'routing_number', 'purpose_of_transaction', 'source_of_funds', 'late_notified_for'],
      ...['created_at', 'lapses_at', 'claimed_at', 'received_at', 'closed_at', 'price_holds_until'],
      ...['reprice_choice_until'],
    ],
    withheld: {
      [assessmentReason]: [
        ...['held', 'hold_reason', 'risk_score', 'risk_level', 'compliance_notes'],
        ...['blockchain_screening_id', 'assessment_pending'],
      ],
      [internalReason]: [
        ...['id', 'user_id', 'quote_id', 'idempotency_key', 'request_hash', 'duplicate_key', 'awaits_staff'],
        'placed_letter_due',
      ],
      'price details and file names appear elsewhere': [
        ...['market_rate', 'receipt', 'surplus_count', 'updated_at', 'waiting_since', 'source_of_funds_file'],
        ...['proof_file'],
      ],
      'company details': ['company_wallet_address', 'company_wallet_tag', 'payout_proof_file'],
    },
  },
  payments: {
    owner: 'user_id',
    columns: [
      ...['reference', 'payable', 'title', 'amount_jmd', 'method', 'pay_in', 'ended', 'sender_address', 'wallet_type'],
      ...['transaction_hash', 'created_at', 'lapses_at', 'claimed_at', 'received_at', 'closed_at'],
      ...['coin_amount', 'coin_price_usd', 'coin_rate'],
    ],
    // A held payment has the status that its page shows (A7).
    expressions: {
      pay_in: `case when not held then pay_in when claimed_at is null or reason_code is not null then 'awaiting'
        else 'claimed' end`,
      received_at: 'case when not held then received_at end',
    },
    withheld: {
      [assessmentReason]: ['held'],
      'company details': ['coin_address', 'coin_own'],
      [internalReason]: [
        ...['id', 'user_id', 'payable_id', 'idempotency_key', 'request_hash'],
        ...['awaits_staff', 'waiting_since', 'part_agreed'],
      ],
      [onScreensReason]: ['reason_code'],
      'file names appear elsewhere': ['proof_file', 'updated_at'],
    },
  },
  workshop_registrations: {
    owner: 'user_id',
    columns: [
      ...['id', 'session_id', 'registration_mode', 'status', 'attendee', 'code', 'payment_method', 'created_at'],
      ...['offered_until', 'confirmed_at', 'moved_at', 'notified_at', 'reminded_at', 'checked_in_at', 'moved_from'],
      'moved_from_mode',
    ],
    withheld: { [internalReason]: ['user_id'], 'names of staff': ['checked_in_by'] },
  },
  lgm_awards: {
    owner: 'user_id',
    columns: [
      ...['id', 'registration_id', 'session_id', 'lgm', 'address', 'named_at', 'released_at', 'transaction_hash'],
      ...['sent_at', 'created_at', 'earlier'],
    ],
    withheld: { [internalReason]: ['user_id', 'proposal_id'], 'names of staff': ['sent_by'] },
  },
  card_sessions: {
    owner: 'user_id',
    columns: ['kind', 'provider', 'amount', 'currency', 'opened_at', 'outcome', 'decided_at'],
    expressions: {
      outcome: hideWhenHeld('outcome', 'outcome', isHeldPayment),
      decided_at: hideWhenHeld('decided_at', 'outcome', isHeldPayment),
    },
    withheld: {
      [internalReason]: ['id', 'user_id', 'due_id', 'reference', 'closes_at'],
      'anyone with the address can pay': ['url'],
    },
  },
  card_events: {
    owner: 'user_id',
    columns: [
      ...['provider', 'outcome', 'transaction_id', 'amount', 'currency', 'name_on_card', 'card', 'happened_at'],
      ...['received_at', 'became'],
    ],
    expressions: {
      became: hideWhenHeld(
        'became',
        'became',
        `session_id in (select s.id from card_sessions s where s.${isHeldPayment})`,
      ),
    },
    withheld: { [internalReason]: ['id', 'user_id', 'session_id', 'event_id', 'reference', 'handled_at'] },
  },
  movements: {
    owner: 'user_id',
    columns: [
      ...['direction', 'asset', 'amount', 'rail', 'moved_at', 'address', 'tag', 'bank', 'account', 'holder'],
      'reference',
    ],
    withheld: {
      [internalReason]: [
        ...['id', 'user_id', 'order_id', 'payment_id', 'reverses_id', 'source_movement_id', 'proposal_id'],
        ...['day_only', 'is_surplus', 'reference_key'],
      ],
      'unallocated money belongs to no customer yet': ['reason', 'note'],
      'internal record of staff': ['recorded_at', 'recorded_by'],
    },
    // Excludes held payments, and money that was moved to another person (ADR 15).
    excludedRows: `direction = 'off' or id in (select o.reverses_id from movements o where o.direction = 'off')
      or coalesce(payment_id in (select p.id from payments p where p.held), false)`,
    // The payer may be a stranger, so details are masked as on the screen.
    expressions: {
      account: maskAccount('account'),
      address: maskAccount('address'),
      holder: revealOwnOnly('holder'),
      tag: revealOwnOnly('tag'),
    },
  },
  transfer_parties: {
    owner: 'user_id',
    columns: ['custody', 'provider', 'holder', 'recorded_at'],
    withheld: { [internalReason]: ['order_id', 'user_id', 'list_versions', 'stopped_by'] },
  },
  order_warnings: {
    owner: 'user_id',
    columns: [
      ...['order_id', 'value', 'warning_level', 'verdict', 'reporter_count', 'slug', 'questionnaire_version'],
      ...['instructed_to_pay', 'hurried', 'controls_wallet', 'shown_at', 'cooling_off_until'],
    ],
    withheld: {
      [internalReason]: ['user_id', 'scope', 'publication_id'],
      'other reporters stay private': ['scam_case_id'],
    },
  },
  ...exportedLaunches,
  ...exportedNotices,
  sell_drafts: { owner: 'user_id', columns: ['data', 'updated_at'], withheld: { [internalReason]: ['user_id'] } },
  ...exportedScams,
};

/** Excluded tables with their reasons. */
export const excludedTables: Readonly<Record<string, string>> = {
  user_sessions: 'exported under `location`',
  geolocation_alerts: 'exported under `location`',
  enhanced_kyc_data: 'repeats a submission, with its assessment',
  quotes: 'a price that was offered for two minutes',
  user_roles: 'staff roles',
  ...Object.fromEntries(
    ['account_freezes', 'kyc_decisions', 'kyc_items', 'order_events'].map((table) => [table, onScreensReason]),
  ),
  claimed_proofs: 'the proof is among the files above',
  mails: 'stored only until sent; the notice above has the content',
  ...Object.fromEntries(
    [
      ...'alert_snoozes blockchain_screening case_alerts case_events case_files case_hits case_notes'.split(' '),
      ...'case_orders case_screenings cases customer_notes customer_reviews customer_risk_ratings'.split(' '),
      ...'merged_accounts name_hits identity_hashes retention_deadlines risk_assessments str_reports'.split(' '),
      ...'launch_decisions payer_screenings str_versions'.split(' '),
      ...'suppressed_alerts transaction_alerts'.split(' '),
    ].map((table) => [table, assessmentReason]),
  ),
};
