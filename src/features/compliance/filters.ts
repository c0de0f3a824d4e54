/** How lists can be narrowed: known to the screens, which need no library of schemas for it. */
export const alertViews = ['open', 'overdue', 'mine', 'unassigned', 'closed'] as const;
export const caseViews = ['open', 'mine', 'closed'] as const;
export const reportViews = ['open', 'filed', 'abandoned'] as const;
