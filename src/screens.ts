/**
 * Screens of public pages by URL [000 §1, §2 Routes, 001 §1, §2]. Routes and 404 responses come from these tables.
 * Screens require sign-in themselves (`SignInRequired`).
 */
export const publicScreens = {
  '/': 'features/public-pages/screens/home.tsx',
  '/coins': 'features/public-pages/screens/coins.tsx',
  '/curriculum': 'features/public-pages/screens/curriculum.tsx',
  '/faq': 'features/public-pages/screens/faq.tsx',
  '/about': 'features/public-pages/screens/about.tsx',
  '/contact-check': 'features/public-pages/screens/contact-check.tsx',
  '/privacy': 'features/public-pages/screens/privacy.tsx',
  '/terms': 'features/public-pages/screens/terms.tsx',
  '/risk-indemnity': 'features/public-pages/screens/risk-indemnity.tsx',
  '/developers': 'features/public-pages/screens/developers.tsx',
} as const;

/** Screens of the application by URL, rendered in the browser. */
export const appScreens = {
  '/auth': 'features/accounts/screens/auth.tsx',
  '/verify-email': 'features/accounts/screens/verify-email.tsx',
  '/this-was-not-me': 'features/accounts/screens/report-sign-in.tsx',
  '/dashboard': 'features/account-pages/screens/dashboard.tsx',
  '/profile': 'features/account-pages/screens/profile.tsx',
  '/profile/programs': 'features/api-access/screens/programs.tsx',
  '/notices': 'features/notices/screens/notices.tsx',
  '/notices/settings': 'features/notices/screens/settings.tsx',
  '/stop-mails': 'features/notices/screens/stop-mails.tsx',
  '/portfolio': 'features/account-pages/screens/portfolio.tsx',
  '/trading': 'features/trading/screens/trading.tsx',
  '/before-your-first-order': 'features/appropriateness/screens/appropriateness-test.tsx',
  '/orders/:orderId': 'features/trading/screens/order.tsx',
  '/transactions': 'features/trading/screens/transactions.tsx',
  '/transactions/:orderId/receipt': 'features/trading/screens/receipt.tsx',
  '/subscriptions': 'features/account-pages/screens/subscriptions.tsx',
  '/courses': 'features/learning/screens/courses.tsx',
  '/courses/:courseId': 'features/enrollment/screens/course.tsx',
  '/courses/:courseId/lessons/:unit': 'features/learning/screens/lesson.tsx',
  '/courses/:courseId/quizzes/:section': 'features/learning/screens/quiz.tsx',
  '/courses/:courseId/project': 'features/projects/screens/project.tsx',
  '/launch': 'features/launches/screens/launch.tsx',
  '/learning-dashboard': 'features/enrollment/screens/learning-dashboard.tsx',
  '/verify/:code?': 'features/certificates/screens/verify.tsx',
  '/scam-detector': 'features/scam-reports/screens/scam-detector.tsx',
  '/payment-success': 'features/payment-pages/screens/payment-success.tsx',
  '/payment-cancel': 'features/payment-pages/screens/payment-cancel.tsx',
  '/payments/:paymentId': 'features/payments/screens/payment.tsx',
  '/payments/:paymentId/receipt': 'features/payments/screens/receipt.tsx',
  '/scams': 'features/scam-reports/screens/warnings.tsx',
  '/scams/:slug': 'features/scam-reports/screens/warning.tsx',
  '/admin': 'features/staff/screens/queue.tsx',
  '/admin/orders/:orderId': 'features/staff/screens/order.tsx',
  '/admin/payments': 'features/staff/screens/payments.tsx',
  '/admin/payments/:paymentId': 'features/staff/screens/payment.tsx',
  '/admin/bank-lines': 'features/bank-reconciliation/screens/bank-lines.tsx',
  '/admin/unassigned': 'features/staff/screens/unassigned.tsx',
  '/admin/workshops': 'features/staff/screens/workshops.tsx',
  '/admin/workshops/:sessionId': 'features/staff/screens/workshop.tsx',
  '/admin/identity': 'features/staff/screens/identity.tsx',
  '/admin/identity/:submissionId': 'features/staff/screens/submission.tsx',
  '/admin/courses': 'features/authoring/screens/courses.tsx',
  '/admin/courses/:courseId': 'features/authoring/screens/course.tsx',
  '/admin/projects': 'features/staff/screens/projects.tsx',
  '/admin/projects/:submissionId': 'features/staff/screens/project.tsx',
  '/admin/launches': 'features/launches/screens/launches.tsx',
  '/admin/launches/:submissionId': 'features/launches/screens/launch-detail.tsx',
  '/admin/scams': 'features/scam-reports/screens/scam-cases.tsx',
  '/admin/scams/appeals': 'features/scam-reports/screens/appeals.tsx',
  '/admin/scams/submissions': 'features/scam-reports/screens/submissions.tsx',
  '/admin/scams/:matterId': 'features/scam-reports/screens/scam-case.tsx',
  '/admin/customers': 'features/staff/screens/customers.tsx',
  '/admin/customers/:customerId': 'features/staff/screens/customer.tsx',
  '/admin/aml-compliance': 'features/casework/screens/alerts.tsx',
  '/admin/aml-compliance/cases': 'features/casework/screens/cases.tsx',
  '/admin/aml-compliance/cases/:caseId': 'features/casework/screens/case.tsx',
  '/admin/aml-compliance/reports': 'features/casework/screens/reports.tsx',
  '/admin/aml-compliance/reports/:reportId': 'features/casework/screens/report.tsx',
  '/admin/aml-compliance/rules': 'features/compliance/screens/rules.tsx',
  '/admin/aml-compliance/lists': 'features/casework/screens/lists.tsx',
  '/admin/aml-compliance/customers': 'features/compliance/screens/review.tsx',
  '/admin/aml-compliance/breaches': 'features/compliance/screens/breaches.tsx',
  '/admin/settings': 'features/staff/screens/settings.tsx',
  '/admin/news': 'features/news/screens/news.tsx',
  '/admin/staff': 'features/roles/screens/staff.tsx',
  '/admin/audit': 'features/audit/screens/audit.tsx',
  '/admin/system': 'features/system/screens/system.tsx',
} as const;

/** True for a public page, which always loads as a document. */
export const isPublicPage = (address: string): boolean => address.replace(/[?#].*/, '') in publicScreens;

const listAddresses = (...tables: readonly object[]): readonly string[] =>
  tables.flatMap((table) => Object.keys(table));

// Marked pure, so that the browser bundle omits these lists and `appScreens`.
export const screens: readonly string[] = /* @__PURE__ */ listAddresses(publicScreens, appScreens);

export const indexedPages: readonly string[] = /* @__PURE__ */ listAddresses(publicScreens, { '/scams': '' });
