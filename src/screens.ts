/**
 * Every URL of the product and the file that draws it: the table of the routes, public pages first [000 §1, §2 Routes,
 * 001 §1, §2]. Routes and 404s both come from it. Who must be signed in each screen says itself, by `SignInNeeded`.
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

/** Screens that are applications: drawn in the browser, with data asked for as the person who looks. */
export const appScreens = {
  '/auth': 'features/accounts/screens/auth.tsx',
  '/verify-email': 'features/accounts/screens/verify-email.tsx',
  '/this-was-not-me': 'features/accounts/screens/not-me.tsx',
  '/dashboard': 'features/account-pages/screens/dashboard.tsx',
  '/profile': 'features/account-pages/screens/profile.tsx',
  '/profile/programs': 'features/programs/screens/programs.tsx',
  '/notices': 'features/notices/screens/notices.tsx',
  '/notices/settings': 'features/notices/screens/settings.tsx',
  '/stop-mails': 'features/notices/screens/stop-mails.tsx',
  '/portfolio': 'features/account-pages/screens/portfolio.tsx',
  '/trading': 'features/trading/screens/trading.tsx',
  '/before-your-first-order': 'features/appropriateness/screens/before-first-order.tsx',
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
  '/admin/bank-lines': 'features/bank-lines/screens/bank-lines.tsx',
  '/admin/unassigned': 'features/staff/screens/unassigned.tsx',
  '/admin/workshops': 'features/staff/screens/workshops.tsx',
  '/admin/workshops/:sessionId': 'features/staff/screens/workshop.tsx',
  '/admin/identity': 'features/staff/screens/identity.tsx',
  '/admin/identity/:submissionId': 'features/staff/screens/submission.tsx',
  '/admin/courses': 'features/authoring/screens/courses.tsx',
  '/admin/courses/:courseId': 'features/authoring/screens/course.tsx',
  '/admin/courses/:courseId/figures': 'features/authoring/screens/figures.tsx',
  '/admin/classes': 'features/staff/screens/classes.tsx',
  '/admin/projects': 'features/staff/screens/projects.tsx',
  '/admin/projects/:submissionId': 'features/staff/screens/project.tsx',
  '/admin/launches': 'features/launches/screens/launches.tsx',
  '/admin/launches/:submissionId': 'features/launches/screens/one-launch.tsx',
  '/admin/scams': 'features/scam-reports/screens/desk-matters.tsx',
  '/admin/scams/appeals': 'features/scam-reports/screens/desk-appeals.tsx',
  '/admin/scams/:matterId': 'features/scam-reports/screens/desk-matter.tsx',
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
  '/admin/aml-compliance/figures': 'features/compliance/screens/figures.tsx',
  '/admin/settings': 'features/staff/screens/settings.tsx',
  '/admin/letters': 'features/letters/screens/letters.tsx',
  '/admin/letters/:letter': 'features/letters/screens/letter.tsx',
  '/admin/news': 'features/news/screens/news.tsx',
  '/admin/staff': 'features/roles/screens/staff.tsx',
  '/admin/audit': 'features/audit/screens/audit.tsx',
  '/admin/system': 'features/system/screens/system.tsx',
} as const;

/** Whether an address is a public page: a document, loaded as one from wherever one comes. */
export const isDocument = (address: string): boolean => address.replace(/[?#].*/, '') in publicScreens;

const addressesOf = (...tables: readonly object[]): readonly string[] => tables.flatMap((table) => Object.keys(table));

// Of both lists the browser needs nothing, and with them the table of the application stays out of what it loads.
export const screens: readonly string[] = /* @__PURE__ */ addressesOf(publicScreens, appScreens);

/** Search engines are told of these and no others. */
export const indexedPages: readonly string[] = /* @__PURE__ */ addressesOf(publicScreens, { '/scams': '' });
