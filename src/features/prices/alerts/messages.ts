import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { letterFrame } from '../../notifications/email.ts';

export const priceAlertMessages = {
  'price_alerts.too_many': {
    status: 409,
    text: 'You can have up to {most} active alerts. Remove one first.',
  },
  'price_alerts.already_above': {
    field: 'target',
    text: '{coin} is already at {price}. Choose a higher price.',
  },
  'price_alerts.already_below': {
    field: 'target',
    text: '{coin} is already at {price}. Choose a lower price.',
  },
} as const;

const letter = { ...letterFrame, button: 'See your price alerts' } as const;
const caution = 'Prices move quickly, so this one may have changed since.';

export const priceAlertEmails = {
  above: {
    ...letter,
    subject: '{coin} is above {target}',
    paragraphs: ['{coin} reached {value} on {time}. This alert is now done.', caution],
  },
  below: {
    ...letter,
    subject: '{coin} is below {target}',
    paragraphs: ['{coin} fell to {value} on {time}. This alert is now done.', caution],
  },
  move: {
    ...letter,
    subject: '{coin} moved {value} in 24 hours',
    paragraphs: [
      'On {time}, the price of {coin} had moved {value} in 24 hours. Your alert is set at {target}.',
      caution,
    ],
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(priceAlertMessages, platformMessages);
