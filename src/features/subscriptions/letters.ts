import type { Mail } from '../../platform/mail.ts';
import { momentText } from '../../ui/format.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';
import { extendPath, planNames } from './plans.ts';
import type { PlanEnding } from './store.ts';

const ending = {
  ...letterFrame,
  paragraphs: [
    'Your {plan} plan runs until {end}.',
    'It does not renew by itself, and nothing is charged. If you want one more month, it begins when this one ends.',
  ],
  button: 'Extend your subscription',
} as const;
/** What is written before a plan ends: nothing renews by itself, and nobody has to do anything. */
export const planLetters = {
  week: { ...ending, subject: 'Your {plan} plan ends in a week' },
  day: { ...ending, subject: 'Your {plan} plan ends within a day' },
} as const;

/** The letter seven days or one day before the end of a plan. */
export function endingLetter({ name, email, plan, endDate }: PlanEnding, days: 7 | 1, origin: string): Mail {
  const words = { name, plan: planNames[plan], end: momentText(endDate, { year: true }) };
  const which = days === 7 ? 'week' : 'day';
  return letterAbout('plan', email, {
    ...saidLetter(`plan.${which}`, planLetters[which], words),
    url: `${origin}${extendPath(plan)}`,
  });
}
