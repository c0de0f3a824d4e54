import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';

export const scamStaffMessages = {
  'scam_desk.not_found': { status: 404, title: 'Not found', text: "We couldn't find this scam case." },
  'scam_desk.answered_before': {
    status: 409,
    title: 'Already answered',
    text: 'Someone else answered this report. Reload the page to see the answer.',
  },
  'scam_desk.verdict_first': {
    status: 409,
    title: 'Verdict needed',
    text: 'This report has no verdict yet. Judge the case first.',
  },
  'scam_desk.judged_since': {
    status: 409,
    title: 'New verdict',
    text: 'The case got a new verdict after this file was made. Read the verdict, then generate the file again.',
  },
  'scam_desk.reason_unknown': {
    status: 422,
    title: 'Choose a reason',
    text: "This reason doesn't match your choice.",
    field: 'reasonCode',
  },
  'scam_desk.checks_forbid': {
    status: 422,
    title: 'Verdict not possible',
    text: "Open the evidence before you give a scam verdict. The target can't be one of our own contacts.",
    field: 'verdict',
  },
  'scam_desk.file_not_there': {
    status: 409,
    title: 'File not found',
    text: "We couldn't find your report file. Generate or upload it again.",
  },
  'scam_desk.file_of_another': {
    status: 409,
    title: 'Wrong file',
    text: 'This file belongs to another report or was replaced. Generate or upload it again.',
  },
  'scam_desk.warned_of': {
    status: 409,
    title: 'Part of a warning',
    text: 'A published warning includes this indicator. Withdraw the warning first.',
  },
  'scam_desk.joined_before': {
    status: 409,
    title: 'Already merged',
    text: 'One of these cases was merged with another. Reload the page to see the latest version.',
  },
  'scam_desk.report_alone': { status: 409, title: 'Already separate', text: 'This is the only report in its case.' },
  'scam_desk.appeal_answered': {
    status: 409,
    title: 'Already answered',
    text: 'Someone else answered this appeal. Reload the list to see the answer.',
  },
  'scam_desk.another_answers': {
    status: 403,
    title: 'A colleague has to answer',
    text: 'You judged this case or published its warning, so a colleague has to answer the appeal.',
  },
  'scam_desk.not_publishable': {
    status: 409,
    title: 'Nothing to publish',
    text: 'You can publish only indicators with the same verdict: scam, likely scam or legitimate. Judge them first.',
  },
  'scam_desk.published_before': {
    status: 409,
    title: 'Already published',
    text: 'A published warning already includes one of these. Remove the indicator or withdraw that warning first.',
  },
  'scam_desk.other_indicators': {
    status: 409,
    title: 'Please check again',
    text: 'One of these indicators left the case, has no verdict yet or is marked as shared.',
  },
  'scam_desk.unsafe_words': {
    status: 422,
    title: 'Use neutral words',
    text: 'Write “{instead}” instead of “{word}”: a warning is our judgement, not a conviction.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(scamStaffMessages, platformMessages, approvalsMessages);
