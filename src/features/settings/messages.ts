import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const settingsMessages = {
  'settings.invalid': { text: 'This value does not fit: {what}' },
  'settings.unchanged': { status: 409, text: 'This is the value in force already.' },
} as const;

export const { refuse, mayRefuse } = catalogue(settingsMessages, approvalsMessages, platformMessages);
