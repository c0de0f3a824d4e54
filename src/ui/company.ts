/** How people reach the company. The values are settings [decision C9]. */
export type Company = {
  name: string;
  supportEmail: string;
  phone: string;
  social: { name: string; url: string }[];
};

/** Clearly fictitious: reserved addresses, nobody answers. A deployment puts its own in the settings. */
export const demoCompany: Company = {
  name: 'Cryptocommerce',
  supportEmail: 'support@cryptocommerce.example',
  phone: '+1 876 555 0100',
  social: [{ name: 'Community', url: 'https://community.cryptocommerce.example/' }],
};
