import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const certificatesMessages = {
  'certificates.not_finished': {
    status: 409,
    title: 'Almost there',
    text: 'Finish every lesson and pass every quiz of this course, then its certificate is yours.',
  },
  'certificates.project_first': {
    status: 409,
    title: 'The final project first',
    text: 'The certificate of this course comes with its final project, once that is marked as passed.',
  },
  'certificates.unknown': {
    status: 404,
    title: 'Certificate not found',
    text: 'There is no such certificate of yours.',
  },
  'certificates.revoked': {
    status: 409,
    title: 'This certificate was revoked',
    text: 'It counts no more, so there is nothing to save. Write to support if you think that is wrong.',
  },
} as const;

/** What staff read. */
export const certificatesDeskMessages = {
  'certificates.stands_so': {
    status: 409,
    title: 'Nothing to do',
    text: 'Somebody else did this before, or there is no such certificate. Look at the page again.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(
  certificatesMessages,
  certificatesDeskMessages,
  approvalsMessages,
  platformMessages,
);
