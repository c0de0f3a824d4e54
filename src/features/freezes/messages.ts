import { takes } from '../../kernel/params.ts';

const none = takes({});

/** Why staff could not freeze, thaw or give back. Customers never meet any of these. */
export const freezesMessages = {
  'freezes.frozen_already': {
    status: 409,
    title: 'Error',
    text: 'Somebody has frozen this customer by hand already.',
    params: none,
  },
  'freezes.not_frozen': {
    status: 404,
    title: 'Error',
    text: 'This freeze does not stand any more. Please look at the customer again.',
    params: none,
  },
  'freezes.nothing_to_return': {
    status: 409,
    title: 'Error',
    text: 'Nothing of this order waits to be given back: it must have ended with its money or coins here.',
    params: none,
  },
} as const;
