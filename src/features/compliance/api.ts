import { addToCase } from './add-to-case.ts';
import { showErasures } from './erase.ts';
import { listCustomers, reviewCustomer } from './review-customers.ts';
import { listAlerts, showAlert } from './show-alerts.ts';
import { listCases } from './show-cases.ts';
import { listReports, reportXml, showReport } from './show-reports.ts';
import { assignAlert, closeAlert, endSnooze, listSnoozes, raiseManualAlert, snooze, takeAlert } from './work-alerts.ts';
import { listBreaches, noteBreach, recordBreachNotification, updateBreach } from './work-breaches.ts';
import { assignCase, closeCase, noteCase, openManualCase, reopenCase, startReview } from './work-cases.ts';
import { abandonReport, fileReport, openReport, saveReport } from './work-reports.ts';

/** The casework feature adds commands for the orders of a case. */
export const complianceApi = {
  alerts: listAlerts,
  alert: showAlert,
  takeAlert,
  assignAlert,
  closeAlert,
  raiseAlert: raiseManualAlert,
  snooze,
  endSnooze,
  snoozes: listSnoozes,
  cases: listCases,
  openCase: openManualCase,
  addToCase,
  assignCase,
  startReview,
  noteCase,
  closeCase,
  reopenCase,
  reports: listReports,
  openReport,
  report: showReport,
  saveReport,
  fileReport,
  abandonReport,
  reportXml,
  customers: listCustomers,
  reviewCustomer,
  erasures: showErasures,
  breaches: listBreaches,
  noteBreach,
  updateBreach,
  recordBreachNotification,
};
