import type { EmailCopy } from '../../../kernel/email.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { newsTextFaults } from './messages.ts';

/** Public pages that news may link to, with their labels. */
export const newsPathNames = {
  '/': 'Home page',
  '/courses': 'Courses',
  '/curriculum': 'Curriculum',
  '/subscriptions': 'Plans',
  '/coins': 'Coins and prices',
  '/trading': 'Buying and selling',
  '/launch': 'Coin launches',
  '/scams': 'Scam warnings',
  '/contact-check': 'Is this really us?',
  '/faq': 'Questions and answers',
} as const;

export type NewsPath = keyof typeof newsPathNames;
export const newsPaths = Object.keys(newsPathNames) as [NewsPath, ...NewsPath[]];

export const maxSubjectLength = 150;
export const maxTextLength = 4_000;

export const parseParagraphs = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

export const formatParagraphs = ({ paragraphs }: Pick<EmailCopy, 'paragraphs'>): string => paragraphs.join('\n\n');

/** Control, format and private-use characters, except line breaks. */
const hiddenCharacters = /[^\P{C}\n]|[\u2028\u2029]/u;
/** Text that a mail program may turn into a link: a scheme, a host or an address. */
const links = /:\/\/|www\.|@|(?:mailto|tel|javascript|data):|[\p{L}\p{N}]\.\p{L}{2,}/iu;
/** Treats full stops of other scripts as dots, as mail programs do. */
export const hasLink = (text: string): boolean => links.test(text.normalize('NFKC').replaceAll(/[。｡．]/g, '.'));

function findFault(text: string): string | null {
  if (hiddenCharacters.test(text)) return newsTextFaults.hidden;
  if (/[<>]/.test(text)) return newsTextFaults.markup;
  if (/[{}]/.test(text)) return newsTextFaults.braces;
  return hasLink(text) ? newsTextFaults.link : null;
}

export type NewsFault = { readonly field: 'subject' | 'text'; readonly what: string };

/** Returns why this copy cannot be sent as news, or null if it can. */
export function findNewsFault({ subject, paragraphs }: EmailCopy): NewsFault | null {
  const text = formatParagraphs({ paragraphs });
  if (subject.trim() === '') return { field: 'subject', what: newsTextFaults.noSubject };
  if (/\s/.test(subject.replaceAll(' ', '')) || subject.length > maxSubjectLength)
    return { field: 'subject', what: formatMessage(newsTextFaults.longSubject, { max: String(maxSubjectLength) }) };
  if (paragraphs.length === 0) return { field: 'text', what: newsTextFaults.noText };
  if (text.length > maxTextLength)
    return { field: 'text', what: formatMessage(newsTextFaults.longText, { max: String(maxTextLength) }) };
  const inSubject = findFault(subject);
  if (inSubject !== null) return { field: 'subject', what: inSubject };
  const inText = findFault(text);
  return inText === null ? null : { field: 'text', what: inText };
}
