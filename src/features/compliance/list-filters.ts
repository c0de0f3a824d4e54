/** List filters, without zod, so that screens can import them. */
export const alertViews = ['open', 'overdue', 'mine', 'unassigned', 'closed'] as const;
export const caseViews = ['open', 'mine', 'closed'] as const;
export const reportViews = ['open', 'filed', 'abandoned'] as const;
