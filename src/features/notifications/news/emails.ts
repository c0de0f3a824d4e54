import { formatMessages } from '../../../kernel/message-template.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { letterAbout, letterFrame } from '../email.ts';

export const newsEmails = {
  frame: {
    ...letterFrame,
    button: 'See more',
  },
} as const;

export type NewsEmail = {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly path: string;
};

/** The copy is inserted verbatim: no parameters, no markup. */
export const renderNewsEmail = ({ name, email, subject, paragraphs, path }: NewsEmail, origin: string): Mail =>
  letterAbout('news', email, {
    ...formatMessages(newsEmails.frame, { name }),
    subject,
    paragraphs,
    url: `${origin}${path}`,
  });
