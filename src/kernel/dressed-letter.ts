import { escaped } from './markup.ts';

/** A letter ready to go. `links` are the addresses a reader may follow, in order. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  /** A file for the reader's calendar (RFC 5545), attached. */
  calendar?: { readonly name: string; readonly text: string };
  /** What was dressed, so that whoever hands it on can say more below it. */
  readonly letter: Letter;
  /** The kind of notice that it is; left out where its reader has no page to read it on yet. */
  readonly about?: string;
  /** Holds a link that opens something: it stands in the mail alone, and is kept nowhere on its way. */
  readonly secret?: true;
  /** By what a mail program knows that it has this mail already. */
  readonly id?: string;
  /** Where a mail program ends mails of this kind with one request (RFC 8058). */
  readonly stop?: string;
};

/** What of a letter may be worded otherwise: its subject and paragraphs, with places. */
export type Wording = { readonly subject: string; readonly paragraphs: readonly string[] };

/** The words that the house has for a letter, and what fills their places in this one. */
export type LetterWords = {
  readonly key: string;
  readonly house: Wording;
  readonly filling: Readonly<Record<string, string>>;
};

/** What a letter says, before it is dressed for reading as HTML and as plain text. */
export type Letter = {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** What the button to `url` says. */
  readonly button: string;
  readonly url: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Stands below the facts. */
  readonly after?: readonly string[];
  readonly closing: string;
  /** The house's words, by the name of their letter, and what stands in their places: so others may stand instead. */
  readonly words?: LetterWords;
  /** Why one gets it, and where to change that. */
  readonly foot?: { readonly why: string; readonly button: string; readonly url: string };
};

/** Sets a letter as HTML (tables and inline styles, for old mail programs) and as text that says the same. */
export function dress(to: string, letter: Letter): Mail {
  const subject = letter.subject.replace(/[\r\n]+/g, ' ');
  const links = [letter.url, ...(letter.foot ? [letter.foot.url] : [])];
  return { to, subject, text: asText(letter), html: asHtml(letter), links, letter };
}

function asText({ greeting, paragraphs, button, url, facts = [], after = [], closing, foot }: Letter): string {
  const factLines = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const below = foot ? [foot.why, `${foot.button}:\n${foot.url}`] : [];
  const lines = [
    greeting,
    ...paragraphs,
    factLines,
    ...after,
    `${button}:\n${url}`,
    closing,
    'Cryptocommerce',
    ...below,
  ];
  return lines.filter(Boolean).join('\n\n');
}

const small = (html: string) => `<p style="margin:24px 0 0;color:#46524a;font-size:14px;line-height:22px">${html}</p>`;

function asHtml(letter: Letter): string {
  const { subject, greeting, paragraphs, button, url, facts = [], after = [], closing, foot } = letter;
  const p = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><td style="padding:6px 16px 6px 0;color:#46524a">${escaped(label)}</td>` +
    `<td style="padding:6px 0;text-align:right;font-weight:600">${escaped(value)}</td></tr>`;
  const table = facts.length
    ? `<table role="presentation" style="margin:0 0 16px">${facts.map(row).join('')}</table>`
    : '';
  const style = 'display:inline-block;background:#0f4d38;color:#fbf6e9;padding:14px 20px;border-radius:5px';
  const link =
    `<p style="margin:24px 0"><a href="${escaped(url)}" style="${style};font-weight:600;text-decoration:none">` +
    `${escaped(button)}</a></p>`;
  return (
    `<!doctype html><html lang="en-JM"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
    '<body style="margin:0;background:#f5f0e4;color:#15211b;font:16px/26px system-ui,sans-serif">' +
    '<table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">' +
    '<table role="presentation" width="100%" style="max-width:560px;background:#fdfaf3;border-top:6px solid #0f4d38">' +
    `<tr><td style="padding:32px">${[greeting, ...paragraphs].map(p).join('')}` +
    `${table}${after.map(p).join('')}${link}` +
    small(escaped(closing)) +
    (foot
      ? small(`${escaped(foot.why)} <a href="${escaped(foot.url)}" style="color:#0f4d38">${escaped(foot.button)}</a>`)
      : '') +
    '</td></tr></table></td></tr></table></body></html>'
  );
}
