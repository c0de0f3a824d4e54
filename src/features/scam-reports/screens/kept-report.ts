import type { DraftText } from '../../../ui/form-draft.ts';
import { whosePage } from '../../../ui/viewer-marks.ts';
import { draftOf, emptyReport, formFrom, type Report } from './form-values.ts';

const key = 'kept-scam-report';

/**
 * Keeps a report as it was typed while its reporter signs in, in this tab alone: as of whoever was signed in when their
 * session ended, and of a stranger for whoever signs in.
 */
export function keepReport(form: Report): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...draftOf(form), whose: whosePage() ?? undefined }));
  } catch {
    // Nothing to keep it in: the form begins with what the server kept.
  }
}

/** What was kept, and is kept no longer; or an empty form. */
export function takeKeptReport(): Report {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return emptyReport;
    const { whose, ...typed } = kept as DraftText;
    return whose === undefined || whose === whosePage() ? formFrom(typed) : emptyReport;
  } catch {
    return emptyReport;
  }
}

/** It stands in the form again. */
export function forgetKeptReport(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
