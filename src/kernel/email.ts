import layout from './email-layout.json' with { type: 'json' };
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

/** Renders an email as text, and as HTML with the compiled layout of `email-layout.mjml`. */
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

type Values = { readonly [name: string]: string | readonly Values[] };

const slots = /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}|\{\{(\w+)\}\}/gs;

/** Fills `{{name}}` with escaped text and repeats `{{#list}}...{{/list}}`. Never fills slots in the filled text. */
const fillLayout = (part: string, values: Values): string =>
  part.replace(slots, (_, list: string | undefined, repeated: string, name: string) => {
    const value = values[list ?? name];
    if (value === undefined) throw new Error(`the layout of emails has an unknown slot: ${list ?? name}`);
    if (typeof value === 'string') return escapeHtml(value);
    return value.map((each) => fillLayout(repeated, each)).join('');
  });

const html = layout.lines.join('\n');

function renderHtml(letter: EmailContent): string {
  const { subject, greeting, paragraphs, button, url, facts = [], after = [], closing, foot } = letter;
  const toTexts = (texts: readonly string[]) => texts.map((text) => ({ text }));
  const rows = facts.map(([label, value]) => ({ label, value }));
  return fillLayout(html, {
    ...{ subject, greeting, button, url, closing },
    paragraphs: toTexts(paragraphs),
    details: rows.length > 0 ? [{ facts: rows }] : [],
    after: toTexts(after),
    foot: foot ? [foot] : [],
  });
}
