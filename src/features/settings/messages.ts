import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const settingsMessages = {
  'settings.invalid': { text: 'This value does not fit: {what}' },
  'settings.far_off': {
    status: 409,
    text: 'This is far from what is in force: {what} {before} now, {after} then. If it is meant so, propose it again.',
  },
  'settings.unchanged': { status: 409, text: 'This is the value in force already.' },
} as const;

export const { refuse, mayRefuse } = catalogue(settingsMessages, approvalsMessages, platformMessages);
