/**
 * A link of the bar, the drawer or the footer, and for whom it is shown: signed in, signed out, or staff [000 §2 Top
 * navigation, §6].
 */
export type MenuEntry = { to: string; name: string; who?: 'in' | 'out' | 'staff' };

/** The class that hides a link from people it is not for; the server marks the document with who looks at it. */
export const forWhom = ({ who }: MenuEntry): string | undefined => who && `only-${who}`;

/** The bar of navigation; its link to /admin is for staff [001 §6 Admin]. */
export const mainPlaces: MenuEntry[] = [
  { to: '/trading', name: 'Buy & sell' },
  { to: '/transactions', name: 'Transactions', who: 'in' },
  { to: '/dashboard', name: 'Dashboard', who: 'in' },
  { to: '/subscriptions', name: 'Plans' },
  { to: '/courses', name: 'Learn' },
  { to: '/coins', name: 'Tokens' },
  { to: '/faq', name: 'Help' },
  { to: '/about', name: 'About', who: 'out' },
  { to: '/admin', name: 'Admin', who: 'staff' },
];

export const ownPlaces: MenuEntry[] = [
  { to: '/profile', name: 'Profile', who: 'in' },
  { to: '/auth', name: 'Log in', who: 'out' },
  { to: '/auth?tab=signup', name: 'Sign up', who: 'out' },
];

/** In the drawer, where there is room; on wide screens the foot of the page leads there. */
export const drawerPlaces: MenuEntry[] = [{ to: '/launch', name: 'Launch a coin', who: 'in' }];

/** Links of the footer: company and help [001 §2 Footer]. */
export const companyPlaces: MenuEntry[] = [
  { to: '/about', name: 'About' },
  { to: '/faq', name: 'FAQ' },
  { to: '/coins', name: 'Tokens' },
  { to: '/curriculum', name: 'Curriculum' },
  { to: '/launch', name: 'Launch a coin' },
  { to: '/contact-check', name: 'Is this really us?' },
  { to: '/scam-detector', name: 'Scam detector' },
  { to: '/scams', name: 'Published warnings' },
  { to: '/developers', name: 'For programs' },
];

/** Links of the footer: the legal pages [001 §2 Footer]. */
export const legalPlaces: MenuEntry[] = [
  { to: '/privacy', name: 'Privacy' },
  { to: '/terms', name: 'Terms' },
  { to: '/risk-indemnity', name: 'Risk and indemnity' },
];
