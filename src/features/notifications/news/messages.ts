import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';

export const newsMessages = {
  'news.subject_unfit': { text: '{what}', field: 'subject' },
  'news.text_unfit': { text: '{what}', field: 'text' },
} as const;

export const newsTextFaults = {
  noSubject: 'Add a subject.',
  longSubject: 'Keep the subject to one line of at most {max} characters.',
  noText: 'Add a text.',
  longText: 'Keep the text to {max} characters or fewer.',
  hidden: 'This contains hidden characters. Please type it instead of pasting it.',
  markup: 'The characters < and > can’t be used: the email is plain text.',
  braces: 'Braces can’t be used.',
  link: 'Links and addresses can’t be used: the email has a button. Check that a space follows each full stop.',
} as const;

export const newsToasts = {
  proposed: { title: 'Proposed', text: 'Waiting for a second person. Nothing has been sent.' },
  approve: { title: 'On its way', text: 'We’re sending it to everyone who signed up for news.' },
  reject: { title: 'Rejected', text: 'It won’t be sent.' },
  withdraw: { title: 'Withdrawn', text: 'It won’t be sent.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(newsMessages, approvalsMessages, platformMessages);
