import { type SocialSite, socialSites } from './social.ts';

/** How people reach the company. The values are settings (decision C9). */
export type Company = {
  readonly name: string;
  readonly supportEmail: string;
  readonly phone: string;
  /** The phone number as links need it, without blanks. */
  readonly tel: string;
  readonly communityUrl: string;
} & {
  /** Its page there; empty where it has none. */
  readonly [Site in SocialSite]: string;
};

const marks = ['name', 'supportEmail', 'phone', 'tel', 'communityUrl', ...socialSites] as const;
type Mark = (typeof marks)[number];
const markOf = (part: Mark) => `data-company-${part.toLowerCase()}`;
const companyOf = (read: (part: Mark) => string): Company =>
  Object.fromEntries(marks.map((part) => [part, read(part)])) as Company;

/** The places in a built document that the server fills in. */
const places = companyOf((part) => `%%company.${part}%%`);

/** What stands on `<html>` for the script to read: the same words as in the text, so that both always agree. */
export const companyMarks = (): Record<string, string> => {
  const now = company();
  return Object.fromEntries(marks.map((part) => [markOf(part), now[part]]));
};

/** How to reach the company: as the server wrote it into this document; while a document is built, its open places. */
export function company(): Company {
  if (typeof document === 'undefined') return places;
  return companyOf((part) => document.documentElement.getAttribute(markOf(part)) ?? '');
}
