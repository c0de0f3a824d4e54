import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

/** Why news cannot be sent so. */
export const newsMessages = {
  'news.subject_unfit': { text: '{what}', field: 'subject' },
  'news.text_unfit': { text: '{what}', field: 'text' },
} as const;

/** What is said when it went well. */
export const newsNotices = {
  proposed: { title: 'Proposed', text: 'It waits for a second person. Nobody has it yet.' },
  approve: { title: 'On its way', text: 'Everybody who agreed to news gets it now.' },
  reject: { title: 'Rejected', text: 'Nobody gets it.' },
  withdraw: { title: 'Withdrawn', text: 'Nobody gets it.' },
} as const;

export const { refuse, mayRefuse } = catalogue(newsMessages, approvalsMessages, platformMessages);
