import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';

export const certificatesMessages = {
  'certificates.not_finished': {
    status: 409,
    title: 'Almost there',
    text: 'Finish every lesson and pass every quiz to get your certificate.',
  },
  'certificates.project_first': {
    status: 409,
    title: 'Final project first',
    text: "You'll get your certificate once your final project has passed.",
  },
  'certificates.unknown': {
    status: 404,
    title: 'Certificate not found',
    text: "We can't find this certificate in your account.",
  },
  'certificates.revoked': {
    status: 409,
    title: 'This certificate was revoked',
    text: "It's no longer valid and can't be saved. Contact support if you think this is a mistake.",
  },
} as const;

export const certificatesDeskMessages = {
  'certificates.stands_so': {
    status: 409,
    title: 'No change made',
    text: "The certificate already has this status or doesn't exist. Please reload the page.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  certificatesMessages,
  certificatesDeskMessages,
  approvalsMessages,
  platformMessages,
);
