import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { paymentsMessages } from '../messages.ts';

export const { refuse, refusalCodes } = defineErrors(paymentsMessages, platformMessages);
