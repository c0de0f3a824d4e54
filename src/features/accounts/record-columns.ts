import { launchRecords } from './record-launches.ts';
import { noticeRecords } from './record-notices.ts';
import { inner, judged, type Recorded, said } from './record-reasons.ts';
import { recordedScams } from './record-scams.ts';

/** A line of money that left to the account or wallet that they named themselves, or came back from there. */
const toThem = `direction = 'out' or of_id in (select o.id from movements o where o.direction = 'out')`;
const cut = (column: string) => `case when ${toThem} then ${column} else '… ' || right(${column}, 4) end`;
const whole = (column: string) => `case when ${toThem} then ${column} end`;

/** What became of a charge that is held: it reads as if nobody had answered yet (A7). */
const held = 'due_id in (select p.id from payments p where p.held)';
const untold = (column: string, became: string, isHeld: string) =>
  `case when ${became} <> 'declined' and ${isHeld} then null else ${column} end`;

/** Fields of an identity check that stand sealed there, and what each is bound to beside its owner. */
export const sealedFields = { trn_number: 'kyc trn_number', id_number: 'kyc id_number' } as const;

/**
 * Every table of the database that knows whose a row is, and every column of it. The record is read by this list, and a
 * test holds it against the database: a new column is given, or somebody writes down why not.
 */
export const recordedTables: Readonly<Record<string, Recorded>> = {
  profiles: {
    owner: 'id',
    given: [
      ...['id', 'email', 'first_name', 'last_name', 'display_name', 'phone_number', 'date_of_birth'],
      ...['country_of_residence', 'declared_country', 'nationality', 'occupation', 'is_pep', 'consented_at'],
      ...['created_at', 'updated_at', 'monthly_income_declared', 'closed_at', 'erase_after', 'avatar_url'],
      ...['detected_country', 'detected_country_code', 'detected_city', 'detected_region', 'current_ip_address'],
      ...['ip_geolocation_data', 'geolocation_updated_at', 'location_consent', 'location_asked_at'],
    ],
    kept: {
      [judged]: ['risk_classification', 'last_risk_assessment_date', 'income_verification_status'],
      [inner]: ['enhanced_kyc_completed'],
    },
  },
  kyc_submissions: {
    owner: 'user_id',
    given: ['id', 'tier', 'status', 'data', 'created_at', 'decided_at', 'pep_declaration', 'pep_details'],
    kept: {
      [judged]: ['enhanced_due_diligence', 'edd_reason', 'high_risk_flags', 'risk_level'],
      [inner]: ['user_id', 'waits_for', 'request_hash', 'source_of_funds_declared'],
      'names of staff': ['decided_by', 'first_approver'],
    },
  },
  subscriptions: {
    owner: 'user_id',
    given: ['id', 'plan', 'status', 'payment_method', 'start_date', 'end_date', 'created_at'],
    kept: { [inner]: ['user_id', 'told_days'] },
  },
  user_enrollments: {
    owner: 'user_id',
    given: [
      ...['id', 'course_id', 'enrollment_status', 'granted_by', 'created_at', 'active_since', 'place_unit'],
      ...['granted_until', 'revoked_at', 'class_mails'],
    ],
    kept: {
      [inner]: ['user_id', 'version_id', 'read_until', 'place_block', 'also_granted_by'],
      'names of staff': ['staff_id'],
      [judged]: ['staff_reason'],
    },
  },
  unit_progress: {
    owner: 'user_id',
    given: ['enrollment_id', 'unit', 'handed_out_at', 'done_at'],
    kept: { [inner]: ['user_id'] },
  },
  check_answers: {
    owner: 'user_id',
    given: ['enrollment_id', 'unit', 'question', 'first_right', 'tries', 'answered_at'],
    kept: { [inner]: ['user_id', 'first_chosen', 'last_chosen'] },
  },
  quiz_tries: {
    owner: 'user_id',
    given: ['enrollment_id', 'section', 'begun_at', 'handed_in_at', 'right_count', 'passed'],
    kept: { [inner]: ['id', 'user_id'], 'a quiz draws from them again': ['questions', 'chosen'] },
  },
  reviews: {
    owner: 'user_id',
    given: ['enrollment_id', 'section', 'due_at'],
    kept: { [inner]: ['id', 'user_id', 'step', 'question'] },
  },
  certificates: {
    owner: 'user_id',
    given: [
      ...['code', 'title', 'course_id', 'course_title', 'version_number', 'quiz_pass', 'project_pass', 'name'],
      ...['shows_name', 'band', 'issued_at', 'revoked_at'],
    ],
    kept: {
      [inner]: ['id', 'user_id', 'enrollment_id', 'version_id'],
      'names of staff': ['revoked_by'],
      [judged]: ['revoked_reason'],
    },
  },
  project_drafts: {
    owner: 'user_id',
    given: ['enrollment_id', 'evidence', 'saved_at'],
    kept: { [inner]: ['user_id'] },
  },
  project_submissions: {
    owner: 'user_id',
    given: ['id', 'enrollment_id', 'course_id', 'learner', 'number', 'evidence', 'handed_in_at', 'state', 'appeal'],
    kept: { [inner]: ['user_id', 'version_id', 'waits_since'] },
  },
  project_marks: {
    owner: 'user_id',
    given: ['submission_id', 'round', 'levels', 'comments', 'says', 'points', 'passed', 'marked_at'],
    kept: { [inner]: ['user_id'], 'names of staff': ['marked_by'] },
  },
  appropriateness_tries: {
    owner: 'user_id',
    given: ['content_number', 'begun_at', 'handed_in_at', 'right_count', 'passed', 'wrong'],
    kept: { [inner]: ['id', 'user_id', 'content_digest'], 'a further try draws from them': ['questions', 'chosen'] },
  },
  appropriateness_outcomes: {
    owner: 'user_id',
    given: ['content_number', 'way', 'at'],
    kept: { [inner]: ['user_id', 'try_id'], 'names of staff': ['waived_by'], [judged]: ['reason'] },
  },
  agreements: {
    owner: 'user_id',
    given: ['document', 'version', 'agreed_at'],
    kept: { [inner]: ['id', 'user_id'] },
  },
  files: {
    owner: 'user_id',
    given: ['id', 'purpose', 'name', 'mime', 'bytes', 'created_at'],
    kept: { [inner]: ['user_id', 'path', 'sha256', 'submission_id', 'state', 'key_id', 'upload_id'] },
    except: `purpose = 'case-file'`,
  },
  transactions: {
    owner: 'user_id',
    given: [
      ...['reference', 'type', 'status', 'pay_in', 'pay_out', 'lapsed', 'payment_method', 'fiat_currency'],
      ...['fiat_amount', 'jmd_amount', 'fee_percent', 'fee_amount_jmd', 'net_jmd_amount', 'network_cost_jmd'],
      ...['crypto_symbol', 'crypto_amount', 'price_usd_used', 'rate_used', 'network', 'wallet_address'],
      ...['destination_tag', 'sender_wallet_address', 'sender_wallet_type', 'bank_name', 'account_number'],
      ...['account_holder_name', 'routing_number', 'purpose_of_transaction', 'source_of_funds', 'late_told_for'],
      ...['created_at', 'lapses_at', 'claimed_at', 'received_at', 'closed_at', 'price_holds_until', 'choose_until'],
    ],
    kept: {
      [judged]: [
        'held',
        'hold_reason',
        'risk_score',
        'risk_level',
        'compliance_notes',
        'blockchain_screening_id',
        'unjudged',
      ],
      [inner]: ['id', 'user_id', 'quote_id', 'idempotency_key', 'request_hash', 'likeness', 'awaits_staff'],
      'how the price came about, and what the file is called, stand elsewhere': [
        ...['market_rate', 'receipt', 'extras', 'updated_at', 'waiting_since', 'source_of_funds_file', 'proof_file'],
      ],
      ours: ['company_wallet_address', 'company_wallet_tag', 'payout_proof_file'],
    },
  },
  payments: {
    owner: 'user_id',
    given: [
      ...['reference', 'payable', 'title', 'amount_jmd', 'method', 'pay_in', 'ended', 'sender_address', 'wallet_type'],
      ...['transaction_hash', 'created_at', 'lapses_at', 'claimed_at', 'received_at', 'closed_at'],
      ...['coin_amount', 'coin_price_usd', 'coin_rate'],
    ],
    // Of what is held its customer reads what their page says (A7).
    instead: {
      pay_in: `case when not held then pay_in when claimed_at is null or reason_code is not null then 'awaiting'
        else 'claimed' end`,
      received_at: 'case when not held then received_at end',
    },
    kept: {
      [judged]: ['held'],
      ours: ['coin_address', 'coin_own'],
      [inner]: [
        ...['id', 'user_id', 'payable_id', 'idempotency_key', 'request_hash'],
        ...['awaits_staff', 'waiting_since', 'part_agreed'],
      ],
      [said]: ['reason_code'],
      'what the file is called stands elsewhere': ['proof_file', 'updated_at'],
    },
  },
  workshop_registrations: {
    owner: 'user_id',
    given: [
      ...['id', 'session_id', 'registration_mode', 'status', 'attendee', 'code', 'payment_method', 'created_at'],
      ...['offered_until', 'confirmed_at', 'moved_at', 'told_at', 'reminded_at', 'checked_in_at', 'moved_from'],
      'moved_from_mode',
    ],
    kept: { [inner]: ['user_id'], 'names of staff': ['checked_in_by'] },
  },
  lgm_awards: {
    owner: 'user_id',
    given: [
      ...['id', 'registration_id', 'session_id', 'lgm', 'address', 'named_at', 'released_at', 'transaction_hash'],
      ...['sent_at', 'created_at', 'earlier'],
    ],
    kept: { [inner]: ['user_id', 'proposal_id'], 'names of staff': ['sent_by'] },
  },
  card_sessions: {
    owner: 'user_id',
    given: ['kind', 'provider', 'amount', 'currency', 'opened_at', 'outcome', 'decided_at'],
    instead: { outcome: untold('outcome', 'outcome', held), decided_at: untold('decided_at', 'outcome', held) },
    kept: {
      [inner]: ['id', 'user_id', 'due_id', 'reference', 'closes_at'],
      'whoever has the address may pay': ['url'],
    },
  },
  card_events: {
    owner: 'user_id',
    given: [
      ...['provider', 'outcome', 'transaction_id', 'amount', 'currency', 'name_on_card', 'card', 'happened_at'],
      ...['received_at', 'became'],
    ],
    instead: { became: untold('became', 'became', `session_id in (select s.id from card_sessions s where s.${held})`) },
    kept: { [inner]: ['id', 'user_id', 'session_id', 'event_id', 'reference', 'handled_at'] },
  },
  movements: {
    owner: 'user_id',
    given: [
      ...[
        'direction',
        'asset',
        'amount',
        'rail',
        'moved_at',
        'address',
        'tag',
        'bank',
        'account',
        'holder',
        'reference',
      ],
    ],
    kept: {
      [inner]: [
        'id',
        'user_id',
        'order_id',
        'payment_id',
        'of_id',
        'from_id',
        'proposal_id',
        'day_only',
        'extra',
        'reference_key',
      ],
      'of money that is nobody’s yet, and so of no customer': ['reason', 'note'],
      'when and by whom of staff it was written down': ['recorded_at', 'recorded_by'],
    },
    // What was taken off is somebody else's: their bank, account and name (decision 013).
    except: `direction = 'off' or id in (select o.of_id from movements o where o.direction = 'off')
      or coalesce(payment_id in (select p.id from payments p where p.held), false)`,
    // Who paid may be a stranger, whose money goes back: it is told of as on the screen, so far that they recognise it.
    instead: { account: cut('account'), address: cut('address'), holder: whole('holder'), tag: whole('tag') },
  },
  transfer_parties: {
    owner: 'user_id',
    given: ['custody', 'provider', 'holder', 'recorded_at'],
    kept: { [inner]: ['order_id', 'user_id', 'compared_with', 'stopped_by'] },
  },
  order_warnings: {
    owner: 'user_id',
    given: [
      ...['order_id', 'value', 'told', 'verdict', 'people', 'slug', 'words', 'told_to_pay', 'hurried', 'own_keys'],
      ...['shown_at', 'cools_until'],
    ],
    kept: {
      [inner]: ['user_id', 'scope', 'publication_id'],
      'others reported it, and nobody learns of others': ['matter_id'],
    },
  },
  ...launchRecords,
  ...noticeRecords,
  sell_drafts: { owner: 'user_id', given: ['data', 'updated_at'], kept: { [inner]: ['user_id'] } },
  ...recordedScams,
};

/** Tables that know whose a row is and of which nothing is given here, each with why. */
export const unrecordedTables: Readonly<Record<string, string>> = {
  user_sessions: 'given under `location`',
  geolocation_alerts: 'given under `location`',
  enhanced_kyc_data: 'repeats what a submission says, beside how it is judged',
  quotes: 'a price that was offered for two minutes',
  user_roles: 'what somebody is for us as staff',
  ...Object.fromEntries(
    ['account_freezes', 'kyc_decisions', 'kyc_items', 'order_events'].map((table) => [table, said]),
  ),
  claimed_proofs: 'what was shown stands among the files, above',
  mails: 'what a mail said stands in the mail, and its notice above; here only while it is on its way',
  ...Object.fromEntries(
    [
      ...'alert_snoozes blockchain_screening case_alerts case_events case_files case_hits case_notes'.split(' '),
      ...'case_orders case_screenings cases customer_notes customer_reviews customer_standings'.split(' '),
      ...'joined_accounts name_hits person_marks retention_marks risk_assessments str_reports'.split(' '),
      ...'launch_conflicts launch_decisions launch_marks compared_payers str_versions'.split(' '),
      ...'suppressed_alerts transaction_alerts'.split(' '),
    ].map((table) => [table, judged]),
  ),
};
