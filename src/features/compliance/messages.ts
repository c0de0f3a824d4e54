import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const complianceMessages = {
  'compliance.alert_not_found': { status: 404, text: "This alert doesn't exist." },
  'compliance.case_not_found': { status: 404, text: "This case doesn't exist." },
  'compliance.report_not_found': { status: 404, text: "This report doesn't exist." },
  'compliance.snooze_not_found': { status: 404, text: 'This rule is no longer snoozed.' },
  'compliance.customer_not_found': { status: 404, text: "This customer doesn't exist." },
  'compliance.not_now': {
    status: 409,
    text: "Someone else updated this. We've loaded the latest version.",
  },
  'compliance.no_such_person': {
    field: 'to',
    text: "This person doesn't work on alerts and cases, or is the customer concerned.",
  },
  'compliance.no_case': { field: 'outcome', text: "The alert isn't in a case yet. Add it to a case first." },
  'compliance.never_snoozed': {
    field: 'rule',
    text: "This rule can't be snoozed: its alerts must always be reviewed.",
  },
  'compliance.snooze_too_long': {
    field: 'until',
    text: 'Choose a day from tomorrow up to {days} days from now.',
  },
  'compliance.snoozed_already': { status: 409, text: 'This rule is already snoozed for this customer.' },
  'compliance.not_of_customer': {
    text: "Some of these items belong to another customer or don't exist. Nothing was added.",
  },
  'compliance.alert_elsewhere': { status: 409, text: 'One of these alerts is already in another case.' },
  'compliance.alerts_open': {
    status: 409,
    text: 'Close the alerts of this case first: {count} {count:is|are} still open.',
  },
  'compliance.another_open': {
    status: 409,
    text: 'The customer already has an open case of this kind. Work on that one.',
  },
  'compliance.release_waits': {
    status: 409,
    text: 'A release in this case is waiting for a second person. Decide it first.',
  },
  'compliance.report_open': {
    status: 409,
    text: 'A report from this case is still a draft. File or abandon it first.',
  },
  'compliance.order_not_in_case': { text: "This order isn't in the case. Add it first." },
  'compliance.day_not_possible': {
    field: 'suspicionFormedOn',
    text: 'Choose a day from 2020 up to today.',
  },
  'compliance.filed_day_not_possible': {
    field: 'filedOn',
    text: 'Choose a day between the suspicion and today.',
  },
  'compliance.saved_since': {
    status: 409,
    text: 'Someone else saved a newer version. Load it and combine the two.',
  },
  'compliance.report_incomplete': { text: "The report isn't complete yet: {missing}." },
  'compliance.xml_not_sound': { text: "The file doesn't match its schema: {problem}" },
  'compliance.reference_used': { field: 'fidReference', text: 'Another report already has this reference.' },
  'compliance.review_day_not_possible': {
    field: 'nextReviewOn',
    text: 'Choose a future day within {months} months for this level.',
  },
  'compliance.breach_not_found': { status: 404, text: "This record doesn't exist." },
  'compliance.breach_ahead': { text: 'This time is in the future.' },
  'compliance.breach_told_too_early': {
    field: 'notifiedOn',
    text: "The notification can't be earlier than the time we learned of it.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(complianceMessages, approvalsMessages, platformMessages);
