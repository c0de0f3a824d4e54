import { type EmailContent, type Mail, renderEmail } from '../../platform/email/mail.ts';
import type { NoticeKind } from './kinds.ts';

/** Renders a mail that also becomes a notice: its subject is the title, its button the link. */
export const letterAbout = (kind: NoticeKind, to: string, letter: EmailContent): Mail => ({
  ...renderEmail(to, letter),
  about: kind,
});

/** Greeting and closing of most mails. */
export const letterFrame = {
  greeting: 'Hello {name},',
  closing: "We'll never ask for your password, recovery phrase or a code by email, phone or chat.",
} as const;

export const footCopy = {
  security: {
    text: "You get this email because it's about the security of your account. You can't turn these emails off.",
  },
  money: { text: "You get this email because it's about your money. You can't turn these emails off." },
  service: { text: 'You get this email because emails of this kind are turned on in your settings.' },
  digest: { text: 'You get this email because you chose one email a day.' },
  marketing: { text: 'You get this email because you signed up for news and offers. You can unsubscribe at any time.' },
  see: { text: 'Notice settings' },
  stop: { text: 'Unsubscribe or change settings' },
} as const;

export const digestEmail = {
  ...letterFrame,
  subject: 'What happened at Cryptocommerce: {count} {count:notice|notices}',
  paragraphs: ["Here's what happened since yesterday. You can also find it on your notices page."],
  button: 'See your notices',
} as const;
