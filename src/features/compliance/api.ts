import { showErasures } from './erase.ts';
import { addToCase } from './gather.ts';
import { listCustomers, reviewCustomer } from './review-customers.ts';
import { listAlerts, showAlert } from './show-alerts.ts';
import { listCases } from './show-cases.ts';
import { showFigures } from './show-figures.ts';
import { listReports, reportXml, showReport } from './show-reports.ts';
import { endSnooze, listSnoozes, snooze } from './snooze.ts';
import { assignAlert, closeAlert, raiseByHand, takeAlert } from './work-alerts.ts';
import { listBreaches, noteBreach, tellBreach, updateBreach } from './work-breaches.ts';
import { assignCase, closeCase, noteCase, openByHand, reopenCase, startReview } from './work-cases.ts';
import { abandonReport, fileReport, openReport, saveReport } from './work-reports.ts';

/** Alerts, cases, reports, reviews and figures. What cases do to orders is added by casework. */
export const complianceApi = {
  alerts: listAlerts,
  alert: showAlert,
  takeAlert,
  assignAlert,
  closeAlert,
  raiseAlert: raiseByHand,
  snooze,
  endSnooze,
  snoozes: listSnoozes,
  cases: listCases,
  openCase: openByHand,
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
  figures: showFigures,
  erasures: showErasures,
  breaches: listBreaches,
  noteBreach,
  updateBreach,
  tellBreach,
};
