/** `audience` limits an entry to signed-in users, signed-out users or staff [000 §2 Top navigation, §6]. */
export type MenuItem = { to: string; name: string; audience?: 'in' | 'out' | 'staff' };

/** CSS class that hides an entry from other users. The server marks `<html>` with the session state. */
export const getAudienceClass = ({ audience }: MenuItem): string | undefined => audience && `only-${audience}`;

/** Main navigation. Only staff see /admin [001 §6 Admin]. */
export const mainMenu: MenuItem[] = [
  { to: '/trading', name: 'Buy & sell' },
  { to: '/transactions', name: 'Transactions', audience: 'in' },
  { to: '/dashboard', name: 'Dashboard', audience: 'in' },
  { to: '/subscriptions', name: 'Plans' },
  { to: '/courses', name: 'Learn' },
  { to: '/coins', name: 'Tokens' },
  { to: '/faq', name: 'FAQ' },
  { to: '/about', name: 'About', audience: 'out' },
  { to: '/admin', name: 'Admin', audience: 'staff' },
];

export const accountMenu: MenuItem[] = [
  { to: '/profile', name: 'Profile', audience: 'in' },
  { to: '/auth', name: 'Log in', audience: 'out' },
  { to: '/auth?tab=signup', name: 'Sign up', audience: 'out' },
];

export const drawerMenu: MenuItem[] = [
  { to: '/help', name: 'Get help', audience: 'in' },
  { to: '/price-alerts', name: 'Price alerts', audience: 'in' },
  { to: '/launch', name: 'Launch a coin', audience: 'in' },
];

/** Bar at the bottom of phones for signed-in users. The drawer has the rest. */
export const tabMenu = [
  { to: '/dashboard', name: 'Home' },
  { to: '/trading', name: 'Buy' },
  { to: '/transactions', name: 'Orders' },
  { to: '/courses', name: 'Learn' },
  { to: '/profile', name: 'Me' },
] as const;

/** Footer links: company and help [001 §2 Footer]. */
export const companyMenu: MenuItem[] = [
  { to: '/about', name: 'About' },
  { to: '/faq', name: 'FAQ' },
  { to: '/coins', name: 'Tokens' },
  { to: '/curriculum', name: 'Curriculum' },
  { to: '/launch', name: 'Launch a coin' },
  { to: '/help', name: 'Get help' },
  { to: '/contact-check', name: 'Is this really us?' },
  { to: '/scam-detector', name: 'Scam detector' },
  { to: '/scams', name: 'Published warnings' },
  { to: '/developers', name: 'For developers' },
  { to: '/status', name: 'Status' },
];

/** Footer links: legal pages [001 §2 Footer]. */
export const legalMenu: MenuItem[] = [
  { to: '/privacy', name: 'Privacy' },
  { to: '/terms', name: 'Terms' },
  { to: '/risk-indemnity', name: 'Risk and indemnity' },
];
