import { formatMessages } from '../../kernel/message-template.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { formatDateTime } from '../../ui/format.ts';
import { letterAbout, letterFrame } from '../notifications/email.ts';
import { getExtendPath, planNames } from './plans.ts';
import type { PlanEnding } from './store.ts';

const ending = {
  ...letterFrame,
  paragraphs: [
    'Your {plan} plan ends on {end}.',
    'It won’t renew automatically, and you won’t be charged. If you add a month, it starts when this one ends.',
  ],
  button: 'Extend your subscription',
} as const;
export const planEmails = {
  week: { ...ending, subject: 'Your {plan} plan ends in a week' },
  day: { ...ending, subject: 'Your {plan} plan ends within a day' },
} as const;

export function buildEndEmail({ name, email, plan, endDate }: PlanEnding, days: 7 | 1, origin: string): Mail {
  const params = { name, plan: planNames[plan], end: formatDateTime(endDate, { year: true }) };
  const which = days === 7 ? 'week' : 'day';
  return letterAbout('plan', email, {
    ...formatMessages(planEmails[which], params),
    url: `${origin}${getExtendPath(plan)}`,
  });
}
