/** How people reach the company. The values are settings (decision C9). */
export type Company = {
  readonly name: string;
  readonly supportEmail: string;
  readonly phone: string;
  /** The phone number as links need it, without blanks. */
  readonly tel: string;
  readonly communityUrl: string;
};

/** The places in a built document that the server fills in. */
const places: Company = {
  name: '%%company.name%%',
  supportEmail: '%%company.supportEmail%%',
  phone: '%%company.phone%%',
  tel: '%%company.tel%%',
  communityUrl: '%%company.communityUrl%%',
};

const marks = ['name', 'supportEmail', 'phone', 'tel', 'communityUrl'] as const;
const markOf = (part: (typeof marks)[number]) => `data-company-${part.toLowerCase()}`;

/** What stands on `<html>` for the script to read: the same words as in the text, so that both always agree. */
export const companyMarks = (): Record<string, string> => {
  const now = company();
  return Object.fromEntries(marks.map((part) => [markOf(part), now[part]]));
};

/** How to reach the company: as the server wrote it into this document; while a document is built, its open places. */
export function company(): Company {
  if (typeof document === 'undefined') return places;
  const read = (part: (typeof marks)[number]) => document.documentElement.getAttribute(markOf(part)) ?? '';
  const [name, supportEmail, phone, tel, communityUrl] = marks.map(read) as [string, string, string, string, string];
  return { name, supportEmail, phone, tel, communityUrl };
}
