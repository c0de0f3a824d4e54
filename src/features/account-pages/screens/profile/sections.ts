/** Sections of the profile in display order, by URL fragment [000 §2 Profile]. */
export const sections = {
  kyc: 'KYC',
  personal: 'Personal information',
  security: 'Account security',
  location: 'Security & Location',
  notices: 'Notices and emails',
  programs: 'API access',
  danger: 'Danger zone',
} as const;

export type SectionId = keyof typeof sections;
export const sectionIds = Object.keys(sections) as readonly SectionId[];
