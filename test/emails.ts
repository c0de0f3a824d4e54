import { buildOwnerEmail } from '../src/features/accounts/emails.ts';
import { formatHelpEmail } from '../src/features/help/jobs.ts';
import { renderIdentityEmail } from '../src/features/kyc/emails.ts';
import { formatLaunchEmail } from '../src/features/launches/jobs.ts';
import { renderCertificateEmail } from '../src/features/learning/certificates/email.ts';
import { renderMarkEmail } from '../src/features/learning/projects/jobs.ts';
import { getFootCopy } from '../src/features/notifications/deliver.ts';
import { letterAbout, letterFrame } from '../src/features/notifications/email.ts';
import { isKind, kinds, type NoticeKind } from '../src/features/notifications/kinds.ts';
import { renderNewsEmail } from '../src/features/notifications/news/emails.ts';
import { paymentEmailParts, paymentEmails } from '../src/features/payments/emails.ts';
import { renderAnswerEmail } from '../src/features/scam-reports/staff/jobs.ts';
import { orderLetterParts } from '../src/features/trading/documents/letters.ts';
import { formatMessages } from '../src/kernel/message-template.ts';
import { type Mail, renderEmail } from '../src/platform/email/mail.ts';

const origin = 'https://cryptocommerce.test';
const [name, email, id] = ["Kerry-Ann O'Brien", 'kerry@demo.test', 'b1f0c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d'];
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const greeting = formatMessages(letterFrame, { name });

const write = (kind: NoticeKind, subject: string, more: Partial<Mail['letter']> = {}): Mail =>
  letterAbout(kind, email, {
    ...greeting,
    ...{ subject, paragraphs: [`${subject}.`], button: 'See more', url: `${origin}/notices` },
    ...more,
  });

const examples: Readonly<Record<NoticeKind, Mail>> = {
  security: buildOwnerEmail(origin, email, { about: 'passwords_guessed', at: new Date('2026-11-25T17:00:00Z') }),
  order: write('order', 'Please pay for your order CC-7H2K-9QX4', {
    ...formatMessages(orderLetterParts.frame, { name }),
    facts: [
      ['You pay', 'J$1,250,000.00'],
      ['You get', '0.10371395 BTC'],
      ['Wallet', wallet],
      ['Transaction hash', `0x${'9f86d081884c7d65'.repeat(4)}`],
      ['Branch', 'Half Way Tree Road, Kingston 10, Saint Andrew'],
    ],
    after: [orderLetterParts.last],
    url: `${origin}/orders/${id}`,
  }),
  payment: write('payment', 'Your payment', {
    ...formatMessages(paymentEmailParts.frame, { name }),
    ...formatMessages(paymentEmails.receive, { reference: 'PAY-4KD2', title: 'Pro Trader, 12 months' }),
    facts: [['Amount', 'J$504,201.68']],
  }),
  identity: renderIdentityEmail(
    {
      ...{ userId: id, tier: 1, event: 'rejected', last: true },
      items: [{ item: 'selfie', state: 'rejected', reasonCode: 'unreadable' }],
    },
    { to: { email, name }, origin, caps: { none: null, tier1: 1000, tier2: null, gate: 10_000 } },
  ),
  plan: write('plan', 'Your plan ends on Friday'),
  workshop: write('workshop', 'Your seat is confirmed', {
    facts: [['Join online', `${origin}/workshops/your-first-wallet/${id}`]],
  }),
  course: write('course', 'A course was added to your account'),
  project: renderMarkEmail(
    { name, email, courseId: id, courseTitle: 'Bitcoin basics', passed: false, points: 54 },
    origin,
  ),
  certificate: renderCertificateEmail({ name, email, courseTitle: 'Bitcoin basics', code: 'CERT-1' }, origin),
  launch: formatLaunchEmail({ name, email, coin: 'Irie Coin', about: 'asked' }, origin),
  scam_report: renderAnswerEmail({ name, email, report: 'SR-2031', status: 'completed', reasonCode: null }, origin),
  help: formatHelpEmail(
    { id, name, email, reference: 'H-1093', text: `Good day.\n\nYour coins are at ${wallet}${wallet}.` },
    origin,
    { id, about: 'answered', messageId: null },
  ),
  price_alert: write('price_alert', 'Bitcoin rose above J$15,600,000'),
  news: renderNewsEmail(
    {
      name,
      email,
      subject: 'A new course',
      paragraphs: ['It is about wallets.', 'It takes an hour.'],
      path: '/courses',
    },
    origin,
  ),
};

export const emailPages: readonly { readonly kind: NoticeKind; readonly html: string }[] = Object.keys(kinds)
  .filter(isKind)
  .map((kind) => {
    const foot = { ...getFootCopy(kind), url: `${origin}/stop-mails` };
    return { kind, html: renderEmail(email, { ...examples[kind].letter, foot }).html };
  });
