import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Refusals of the form [001 §5 Scam form]. */
export const scamReportMessages = {
  'scam_reports.missing_details': { status: 422, title: 'Missing details', text: 'Name and description are required.' },
  'scam_reports.unreadable_fact': {
    status: 422,
    title: 'Please check this entry',
    text: "We don't recognise “{given}”. Please correct or remove it.",
    field: 'facts',
  },
  'scam_reports.evidence_gone': {
    status: 409,
    title: 'Error',
    text: "We couldn't find your evidence file. Please upload it again.",
  },
  'scam_reports.too_many_today': {
    status: 429,
    title: 'Error',
    text: "You've sent {most} {most:report|reports} in the last 24 hours. You can send another one tomorrow.",
  },
  'scam_reports.too_many_open': {
    status: 409,
    title: 'Error',
    text: "You have {most} open {most:report|reports}. You can send another once we've answered one.",
  },
  'scam_reports.too_many_looks': {
    status: 429,
    title: 'Please wait a moment',
    text: "You've reached the lookup limit for this hour. You can still send your report.",
  },
  'scam_reports.too_many_appeals': {
    status: 429,
    title: 'Please wait until tomorrow',
    text: "You've reached today's limit for messages about warnings. We'll answer each one by email.",
  },
  'scam_reports.appeals_wait': {
    status: 409,
    title: 'Please sign in',
    text: "We're still answering earlier messages about this warning. Please sign in to send yours.",
  },
  'scam_reports.no_warning': { status: 404, title: 'Not found', text: "We couldn't find this warning." },
} as const;

export const { refuse, refusalCodes } = defineErrors(scamReportMessages, platformMessages);
