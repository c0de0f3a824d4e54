import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { paymentsMessages } from '../payments/messages.ts';

export const { refuse, mayRefuse } = catalogue(paymentsMessages, platformMessages);
