import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

/** Why staff could not do something about an alert, a case or a report. Customers never meet any of these. */
export const complianceMessages = {
  'compliance.alert_not_found': { status: 404, text: 'There is no such alert.' },
  'compliance.case_not_found': { status: 404, text: 'There is no such case.' },
  'compliance.report_not_found': { status: 404, text: 'There is no such report.' },
  'compliance.snooze_not_found': { status: 404, text: 'This rule is not snoozed any more.' },
  'compliance.customer_not_found': { status: 404, text: 'There is no such customer.' },
  'compliance.not_now': {
    status: 409,
    text: 'This has moved on in the meantime and stands otherwise now. Please look at it again.',
  },
  'compliance.no_such_person': {
    field: 'to',
    text: 'This person does not work on alerts and cases, or is the customer concerned.',
  },
  'compliance.no_case': { field: 'outcome', text: 'The alert is in no case yet. Open one, or add it to one, first.' },
  'compliance.never_snoozed': {
    field: 'rule',
    text: 'This rule is never quiet: what it finds must always be looked at.',
  },
  'compliance.snooze_too_long': {
    field: 'until',
    text: 'A rule may be quiet from tomorrow until {days} days from now.',
  },
  'compliance.snoozed_already': { status: 409, text: 'This rule is snoozed for this customer already.' },
  'compliance.not_of_customer': {
    text: 'Something of this belongs to another customer, or is not there. Nothing was added.',
  },
  'compliance.alert_elsewhere': { status: 409, text: 'One of these alerts is in another case already.' },
  'compliance.alerts_open': { status: 409, text: 'Close the alerts of this case first: {count} still run.' },
  'compliance.another_open': {
    status: 409,
    text: 'Another case of this kind is open for the customer. Work on that one.',
  },
  'compliance.release_waits': {
    status: 409,
    text: 'A release of an order of this case waits for a second person. Decide it first.',
  },
  'compliance.report_open': {
    status: 409,
    text: 'A report from this case is still a draft. File it, or record why nothing is reported, first.',
  },
  'compliance.order_not_in_case': { text: 'This order is not in the case. Add it first.' },
  'compliance.day_not_possible': {
    field: 'suspicionFormedOn',
    text: 'The day cannot lie in the future, nor before 2020.',
  },
  'compliance.filed_day_not_possible': {
    field: 'filedOn',
    text: 'The day of filing cannot lie in the future, nor before the suspicion was formed.',
  },
  'compliance.saved_since': {
    status: 409,
    text: 'Somebody saved another version since you opened this one. Load it and bring the two together.',
  },
  'compliance.report_incomplete': { text: 'The report is not complete yet: {missing}.' },
  'compliance.xml_not_sound': { text: 'The file does not follow its schema: {problem}' },
  'compliance.reference_used': { field: 'fidReference', text: 'Another report carries this reference already.' },
  'compliance.review_day_not_possible': {
    field: 'nextReviewOn',
    text: 'The next review must lie in the future, within {months} months for this level.',
  },
  'compliance.breach_not_found': { status: 404, text: 'There is no such record.' },
  'compliance.breach_ahead': { text: 'That moment has not come yet.' },
  'compliance.breach_told_too_early': { field: 'toldOn', text: 'Nobody was told before we knew of it.' },
} as const;

export const { refuse, mayRefuse } = catalogue(complianceMessages, approvalsMessages, platformMessages);
