import { type SocialSite, socialSites } from './social.ts';

/** Contact details from the settings (decision C9). */
export type Company = {
  readonly name: string;
  readonly supportEmail: string;
  readonly phone: string;
  readonly tel: string;
  /** Empty without WhatsApp. */
  readonly whatsapp: string;
  readonly communityUrl: string;
} & {
  readonly [Site in SocialSite]: string;
};

const companyFields = ['name', 'supportEmail', 'phone', 'tel', 'whatsapp', 'communityUrl', ...socialSites] as const;
type CompanyField = (typeof companyFields)[number];
const attributeName = (field: CompanyField) => `data-company-${field.toLowerCase()}`;
const readCompany = (read: (field: CompanyField) => string): Company =>
  Object.fromEntries(companyFields.map((field) => [field, read(field)])) as Company;

const placeholders = readCompany((field) => `%%company.${field}%%`);

/** `<html>` attributes from which scripts read the company details. */
export const companyAttributes = (): Record<string, string> => {
  const values = getCompany();
  return Object.fromEntries(companyFields.map((field) => [attributeName(field), values[field]]));
};

/** Company details of this page. At build time, placeholders that the server replaces. */
export function getCompany(): Company {
  if (typeof document === 'undefined') return placeholders;
  return readCompany((field) => document.documentElement.getAttribute(attributeName(field)) ?? '');
}
