import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const settingsMessages = {
  'settings.invalid': { text: "This value isn't valid: {what}" },
  'settings.far_off': {
    status: 409,
    text: "This is a big change: {what} from {before} to {after}. If that's right, propose it again.",
  },
  'settings.unchanged': { status: 409, text: 'This value is already in force.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(settingsMessages, approvalsMessages, platformMessages);
