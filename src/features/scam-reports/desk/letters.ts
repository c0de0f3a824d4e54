import { dress, type Mail } from '../../../platform/mail.ts';
import { letterAbout, letterFrame, saidLetter } from '../../notices/letter.ts';
import type { AppealTold } from './appeal-store.ts';
import type { AnswerTold } from './judge-store.ts';
import { appealReason, declineReasons, reasonIn } from './reasons.ts';

/** What is written to whoever appealed against a warning. */
export const appealLetters = {
  upheld: {
    ...letterFrame,
    subject: 'Your appeal: the warning is withdrawn',
    paragraphs: ['You wrote to us about our warning “{title}”.', '{reason}', '{answer}'],
    button: 'See the warning’s page',
  },
  dismissed: {
    ...letterFrame,
    subject: 'Your appeal: the warning stands',
    paragraphs: [
      'You wrote to us about our warning “{title}”.',
      '{reason}',
      '{answer}',
      'Somebody who had neither judged nor published it looked at it again. If you have something new, write to us once more.',
    ],
    button: 'See the warning',
  },
} as const;

/** To the address that was given with an appeal: whoever is named need have no account, so no page shows it. */
export function appealLetter(
  { name, email, title, outcome, reasonCode, answer, slug }: AppealTold,
  origin: string,
): Mail {
  const reason = appealReason(outcome, reasonCode)?.told ?? '';
  const words = saidLetter(`appeal.${outcome}`, appealLetters[outcome], { name, title, reason, answer });
  return dress(email, { ...words, url: `${origin}/scams/${slug}` });
}

/** What is written to whoever reported, once their report is answered. */
export const scamLetters = {
  completed: {
    ...letterFrame,
    subject: 'Your report is completed: {report}',
    paragraphs: [
      'Thank you for warning others. We looked at what you sent us, and wrote down what we found.',
      'The report waits under My Submissions. Nobody else learns that you reported.',
    ],
    button: 'Download the report',
  },
  declined: {
    ...letterFrame,
    subject: 'About your report: {report}',
    paragraphs: ['We read what you sent us, and cannot take it further.', '{reason}'],
    button: 'See your submissions',
  },
} as const;

export function answerLetter({ name, email, report, status, reasonCode }: AnswerTold, origin: string): Mail {
  const reason = reasonIn(declineReasons, reasonCode ?? '')?.told ?? '';
  const which = status === 'completed' ? 'completed' : 'declined';
  const words = saidLetter(`scam_report.${which}`, scamLetters[which], { name, report, reason });
  return letterAbout('scam_report', email, { ...words, url: `${origin}/scam-detector` });
}
