import {
  assignAlert,
  closeAlert,
  endSnooze,
  listAlerts,
  listSnoozes,
  raiseManualAlert,
  showAlert,
  snooze,
  takeAlert,
} from './alert-commands.ts';
import {
  assignCase,
  closeCase,
  listCases,
  noteCase,
  openManualCase,
  reopenCase,
  startReview,
} from './case-commands.ts';
import { showErasures } from './erase.ts';
import { addToCase } from './open-case.ts';
import { listCustomers, reviewCustomer } from './review-customers.ts';
import { listReports, reportXml, showReport } from './show-reports.ts';
import { listBreaches, noteBreach, recordBreachNotification, updateBreach } from './work-breaches.ts';
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
