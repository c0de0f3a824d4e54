/** Screenshots of the README by role. `link` opens an entry of a list by its name. */
export const pictures = {
  visitor: { who: null, path: '/', link: null },
  customer: { who: 'tier1', path: '/orders/:orderId', link: null },
  support: { who: 'support', path: '/admin/customers', link: 'Tariq Campbell' },
  finance: { who: 'finance', path: '/admin/orders/:orderId', link: null },
  compliance: { who: 'compliance', path: '/admin/aml-compliance/cases/:caseId', link: null },
  admin: { who: 'admin', path: '/admin/settings', link: null },
  instructor: { who: 'instructor', path: '/admin/workshops', link: 'Your first wallet' },
} as const;

export type PictureName = keyof typeof pictures;

/** Maximum size of a screenshot, bytes. */
export const largestPicture = 60_000;
