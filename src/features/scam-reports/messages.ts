import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why a report is not taken, 'Missing details' first, or nothing is looked up [001 §5 Scam form]. */
export const scamReportMessages = {
  'scam_reports.missing_details': {
    status: 422,
    title: 'Missing details',
    text: 'Name and description are required.',
  },
  'scam_reports.unreadable_fact': {
    status: 422,
    title: 'Please check this',
    text: 'We cannot read this: {given}. Correct it, or take it out.',
    field: 'facts',
  },
  'scam_reports.evidence_gone': {
    status: 409,
    title: 'Error',
    text: 'The evidence file is not here any more. Please choose it again.',
  },
  'scam_reports.too_many_today': {
    status: 429,
    title: 'Error',
    text: 'You have sent {most} reports within a day. Please send the next one tomorrow.',
  },
  'scam_reports.too_many_open': {
    status: 409,
    title: 'Error',
    text: '{most} of your reports are still with our team. Please wait until one of them is answered.',
  },
  'scam_reports.too_many_looks': {
    status: 429,
    title: 'Please wait a little',
    text: 'You have looked up a great deal within an hour. You can still send your report.',
  },
  'scam_reports.too_many_appeals': {
    status: 429,
    title: 'Please wait until tomorrow',
    text: 'You wrote to us about warnings several times today. We answer each of them by mail.',
  },
  'scam_reports.appeals_wait': {
    status: 409,
    title: 'Please sign in',
    text: 'Some who wrote about this warning still wait for our answer. If you are not among them, sign in and send yours again.',
  },
  'scam_reports.no_warning': { status: 404, title: 'Not found', text: 'There is no warning under this address.' },
} as const;

export const { refuse, mayRefuse } = catalogue(scamReportMessages, platformMessages);
