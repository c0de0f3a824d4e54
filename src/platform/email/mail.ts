import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type pg from 'pg';
import type { Mail } from '../../kernel/email.ts';
import type { Config } from '../config/config.ts';
import { withSystem } from '../database/database.ts';

export {
  type EmailContent,
  type EmailCopy,
  type Mail,
  renderEmail,
} from '../../kernel/email.ts';

/** Delivers one mail or throws; the calling job retries. */
export type Mailer = (mail: Mail) => Promise<void>;

/** Returns a mailer for SMTP, or for the demo mailbox without an SMTP URL. */
export function openMailer(config: Config, pool: pg.Pool): Mailer {
  if (!config.smtpUrl) return (mail) => storeDemoMail(pool, mail);
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url: config.smtpUrl, ...limits }, { from: config.mailFrom });
  const { hostname } = new URL(config.origin);
  return async ({ to, subject, text, html, calendar, id, stop }) => {
    const calendarFile = calendar && { filename: calendar.name, content: calendar.text, contentType: calendarType };
    const attachments = calendarFile ? [calendarFile] : [];
    await transport.sendMail({
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments,
      ...(id && { messageId: `<${id}@${hostname}>` }),
      ...(stop && {
        headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
      disableUrlAccess: true,
    });
  };
}

const calendarType = 'text/calendar; charset=utf-8; method=PUBLISH';

async function storeDemoMail(pool: pg.Pool, mail: Mail) {
  await withSystem(pool, (tx) =>
    sql`insert into demo_mails (to_address, subject, text_body, html_body, links)
      values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.links})`.execute(tx),
  );
}
