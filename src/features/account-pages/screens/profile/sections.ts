/** The parts of the profile in their order [000 §2 Profile], by the word that stands after `#` in an address. */
export const sections = {
  kyc: 'KYC',
  personal: 'Personal information',
  security: 'Account security',
  location: 'Security & Location',
  notices: 'Notices and mails',
  programs: 'Programs',
  danger: 'Danger zone',
} as const;

export type SectionId = keyof typeof sections;
export const sectionIds = Object.keys(sections) as readonly SectionId[];
