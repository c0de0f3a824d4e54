/**
 * Screens of public pages by URL [000 §1, §2 Routes, 001 §1, §2]. Routes and 404 responses come from these tables.
 * Screens require sign-in themselves (`SignInRequired`).
 */
export const publicScreens = {
  '/': 'features/public-site/screens/home.tsx',
  '/coins': 'features/public-site/screens/coins.tsx',
  '/curriculum': 'features/public-site/screens/curriculum.tsx',
  '/faq': 'features/public-site/screens/faq.tsx',
  '/about': 'features/public-site/screens/about.tsx',
  '/contact-check': 'features/public-site/screens/contact-check.tsx',
  '/privacy': 'features/public-site/screens/privacy.tsx',
  '/terms': 'features/public-site/screens/terms.tsx',
  '/risk-indemnity': 'features/public-site/screens/risk-indemnity.tsx',
  '/status': 'features/public-site/screens/status.tsx',
  '/developers': 'features/public-site/screens/developers.tsx',
} as const;

/** Screens of the application by URL, rendered in the browser. */
export const appScreens = {
  '/auth': 'features/accounts/screens/auth.tsx',
  '/verify-email': 'features/accounts/screens/verify-email.tsx',
  '/this-was-not-me': 'features/accounts/screens/report-sign-in.tsx',
  '/dashboard': 'features/profile/screens/dashboard.tsx',
  '/profile': 'features/profile/screens/profile.tsx',
  '/profile/programs': 'features/api-access/screens/programs.tsx',
  '/notices': 'features/notifications/screens/notices.tsx',
  '/notices/settings': 'features/notifications/screens/settings.tsx',
  '/stop-mails': 'features/notifications/screens/stop-mails.tsx',
  '/price-alerts': 'features/prices/alerts/screens/price-alerts.tsx',
  '/discounts': 'features/discounts/screens/discounts.tsx',
  '/portfolio': 'features/profile/screens/portfolio.tsx',
  '/trading': 'features/trading/screens/trading.tsx',
  '/before-your-first-order': 'features/learning/appropriateness/screens/appropriateness-test.tsx',
  '/orders/:orderId': 'features/trading/screens/order.tsx',
  '/transactions': 'features/trading/screens/transactions.tsx',
  '/transactions/:orderId/receipt': 'features/trading/screens/receipt.tsx',
  '/statements/:code?': 'features/trading/screens/check-statement.tsx',
  '/subscriptions': 'features/profile/screens/subscriptions.tsx',
  '/courses': 'features/learning/screens/courses.tsx',
  '/courses/:courseId': 'features/learning/enrollment/screens/course.tsx',
  '/courses/:courseId/lessons/:unit': 'features/learning/screens/lesson.tsx',
  '/courses/:courseId/quizzes/:section': 'features/learning/screens/quiz.tsx',
  '/courses/:courseId/project': 'features/learning/projects/screens/project.tsx',
  '/help': 'features/help/screens/help.tsx',
  '/help/new': 'features/help/screens/new-conversation.tsx',
  '/help/:conversationId': 'features/help/screens/conversation.tsx',
  '/launch': 'features/launches/screens/launch.tsx',
  '/learning-dashboard': 'features/learning/enrollment/screens/learning-dashboard.tsx',
  '/verify/:code?': 'features/learning/certificates/screens/verify.tsx',
  '/scam-detector': 'features/scam-reports/screens/scam-detector.tsx',
  '/payment-success': 'features/payments/return-pages/screens/payment-success.tsx',
  '/payment-cancel': 'features/payments/return-pages/screens/payment-cancel.tsx',
  '/payments/:paymentId': 'features/payments/screens/payment.tsx',
  '/payments/:paymentId/receipt': 'features/payments/screens/receipt.tsx',
  '/scams': 'features/scam-reports/screens/warnings.tsx',
  '/scams/:slug': 'features/scam-reports/screens/warning.tsx',
  '/admin': 'features/trading/staff/screens/queue.tsx',
  '/admin/orders/:orderId': 'features/trading/staff/screens/order.tsx',
  '/admin/payments': 'features/payments/staff/screens/payments.tsx',
  '/admin/payments/:paymentId': 'features/payments/staff/screens/payment.tsx',
  '/admin/bank-lines': 'features/bank-reconciliation/staff/screens/bank-lines.tsx',
  '/admin/unallocated-funds': 'features/unallocated-funds/staff/screens/unallocated-funds.tsx',
  '/admin/workshops': 'features/workshops/staff/screens/workshops.tsx',
  '/admin/workshops/:sessionId': 'features/workshops/staff/screens/workshop.tsx',
  '/admin/identity': 'features/kyc/staff/screens/queue.tsx',
  '/admin/identity/:submissionId': 'features/kyc/staff/screens/submission.tsx',
  '/admin/courses': 'features/learning/authoring/staff/screens/courses.tsx',
  '/admin/courses/:courseId': 'features/learning/authoring/staff/screens/course.tsx',
  '/admin/projects': 'features/learning/projects/staff/screens/projects.tsx',
  '/admin/projects/:submissionId': 'features/learning/projects/staff/screens/project.tsx',
  '/admin/launches': 'features/launches/staff/screens/launches.tsx',
  '/admin/launches/:submissionId': 'features/launches/staff/screens/launch-detail.tsx',
  '/admin/help': 'features/help/staff/screens/conversations.tsx',
  '/admin/help/:conversationId': 'features/help/staff/screens/conversation.tsx',
  '/admin/scams': 'features/scam-reports/staff/screens/scam-cases.tsx',
  '/admin/scams/appeals': 'features/scam-reports/staff/screens/appeals.tsx',
  '/admin/scams/submissions': 'features/scam-reports/staff/screens/submissions.tsx',
  '/admin/scams/:matterId': 'features/scam-reports/staff/screens/scam-case.tsx',
  '/admin/customers': 'features/staff/screens/customers.tsx',
  '/admin/customers/:customerId': 'features/staff/screens/customer.tsx',
  '/admin/aml-compliance': 'features/compliance/staff/screens/alerts.tsx',
  '/admin/aml-compliance/cases': 'features/compliance/staff/screens/cases.tsx',
  '/admin/aml-compliance/cases/:caseId': 'features/compliance/staff/screens/case.tsx',
  '/admin/aml-compliance/reports': 'features/compliance/staff/screens/reports.tsx',
  '/admin/aml-compliance/reports/:reportId': 'features/compliance/staff/screens/report.tsx',
  '/admin/aml-compliance/rules': 'features/compliance/staff/screens/rules.tsx',
  '/admin/aml-compliance/lists': 'features/screening/staff/screens/lists.tsx',
  '/admin/aml-compliance/customers': 'features/compliance/staff/screens/review.tsx',
  '/admin/aml-compliance/breaches': 'features/compliance/staff/screens/breaches.tsx',
  '/admin/settings': 'features/settings/staff/screens/settings.tsx',
  '/admin/news': 'features/notifications/news/staff/screens/news.tsx',
  '/admin/announcements': 'features/status/staff/screens/announcements.tsx',
  '/admin/discounts': 'features/discounts/staff/screens/discounts.tsx',
  '/admin/staff': 'features/staff/roles/staff/screens/staff.tsx',
  '/admin/audit': 'features/audit/staff/screens/audit.tsx',
  '/admin/system': 'features/system/staff/screens/system.tsx',
} as const;

/** True for a public page, which always loads as a document. */
export const isPublicPage = (address: string): boolean => address.replace(/[?#].*|(?<=.)\/$/g, '') in publicScreens;

const listAddresses = (...tables: readonly object[]): readonly string[] =>
  tables.flatMap((table) => Object.keys(table));

// Marked pure, so that the browser bundle omits these lists and `appScreens`.
export const screens: readonly string[] = /* @__PURE__ */ listAddresses(publicScreens, appScreens);

export const indexedPages: readonly string[] = /* @__PURE__ */ listAddresses(publicScreens, { '/scams': '' });
