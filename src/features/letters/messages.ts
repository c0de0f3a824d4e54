import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

/** Why a letter cannot be worded so. */
export const lettersMessages = {
  'letters.unknown': { status: 404, text: 'There is no such letter.' },
  'letters.subject_unfit': { text: '{what}', field: 'subject' },
  'letters.text_unfit': { text: '{what}', field: 'text' },
  'letters.unchanged': { status: 409, text: 'These are the words in force already.' },
} as const;

/** What is said when it went well. */
export const lettersNotices = {
  proposed: { title: 'Proposed', text: 'It waits for a second person.' },
  approve: { title: 'Approved', text: 'The next letter of this kind says it so.' },
  reject: { title: 'Rejected', text: 'The letter says what it said.' },
  withdraw: { title: 'Withdrawn', text: 'The letter says what it said.' },
} as const;

export const { refuse, mayRefuse } = catalogue(lettersMessages, approvalsMessages, platformMessages);
