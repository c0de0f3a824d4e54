import { escapeHtml } from './markup.ts';

/** Rendered email, ready to send. `links` lists the URLs in the text, in order. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  /** Calendar file (RFC 5545), sent as attachment. */
  calendar?: { readonly name: string; readonly text: string };
  readonly letter: EmailContent;
  /** Kind of notification. Undefined for mails to people who cannot sign in yet. */
  readonly about?: string;
  /** Contains a link with a token, so the mail is sent separately and never stored. */
  readonly secret?: true;
  /** Message-ID, by which mail programs recognize duplicates. */
  readonly id?: string;
  /** URL for one-click unsubscribing (RFC 8058). */
  readonly stop?: string;
};

export type EmailCopy = { readonly subject: string; readonly paragraphs: readonly string[] };

export type EmailContent = {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  readonly url: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly after?: readonly string[];
  readonly closing: string;
  readonly foot?: { readonly why: string; readonly button: string; readonly url: string };
};

/** Renders an email as HTML, with tables and inline styles for old mail programs, and as text. */
export function renderEmail(to: string, content: EmailContent): Mail {
  // An account has no name until its profile is complete.
  const letter = { ...content, greeting: content.greeting.replace(/ ,$/, ',') };
  const subject = letter.subject.replace(/[\r\n]+/g, ' ');
  const links = [letter.url, ...(letter.foot ? [letter.foot.url] : [])];
  return { to, subject, text: renderText(letter), html: renderHtml(letter), links, letter };
}

function renderText({
  greeting,
  paragraphs,
  button,
  url,
  facts = [],
  after = [],
  closing,
  foot,
}: EmailContent): string {
  const detailLines = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const below = foot ? [foot.why, `${foot.button}:\n${foot.url}`] : [];
  const lines = [
    greeting,
    ...paragraphs,
    detailLines,
    ...after,
    `${button}:\n${url}`,
    closing,
    'Cryptocommerce',
    ...below,
  ];
  return lines.filter(Boolean).join('\n\n');
}

const small = (html: string) => `<p style="margin:24px 0 0;color:#46524a;font-size:14px;line-height:22px">${html}</p>`;

function renderHtml(letter: EmailContent): string {
  const { subject, greeting, paragraphs, button, url, facts = [], after = [], closing, foot } = letter;
  const p = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><td style="padding:6px 16px 6px 0;color:#46524a">${escapeHtml(label)}</td>` +
    `<td style="padding:6px 0;text-align:right;font-weight:600">${escapeHtml(value)}</td></tr>`;
  const table = facts.length
    ? `<table role="presentation" style="margin:0 0 16px">${facts.map(row).join('')}</table>`
    : '';
  const style = 'display:inline-block;background:#0f4d38;color:#fbf6e9;padding:14px 20px;border-radius:5px';
  const link =
    `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${style};font-weight:600;text-decoration:none">` +
    `${escapeHtml(button)}</a></p>`;
  return (
    `<!doctype html><html lang="en-JM"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    '<body style="margin:0;background:#f5f0e4;color:#15211b;font:16px/26px system-ui,sans-serif">' +
    '<table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">' +
    '<table role="presentation" width="100%" style="max-width:560px;background:#fdfaf3;border-top:6px solid #0f4d38">' +
    `<tr><td style="padding:32px">${[greeting, ...paragraphs].map(p).join('')}` +
    `${table}${after.map(p).join('')}${link}` +
    small(escapeHtml(closing)) +
    (foot
      ? small(
          `${escapeHtml(foot.why)} <a href="${escapeHtml(foot.url)}" style="color:#0f4d38">${escapeHtml(foot.button)}</a>`,
        )
      : '') +
    '</td></tr></table></td></tr></table></body></html>'
  );
}
