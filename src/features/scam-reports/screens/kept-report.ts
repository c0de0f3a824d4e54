import type { DraftText } from '../../../ui/form-draft.ts';
import { draftOf, emptyReport, formFrom, type Report } from './form-values.ts';

const key = 'kept-scam-report';

/** Keeps a report as it was typed while its reporter signs in, in this tab alone. */
export function keepReport(form: Report): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draftOf(form)));
  } catch {
    // Nothing to keep it in: the form begins with what the server kept.
  }
}

/** What was kept, and is kept no longer; or an empty form. */
export function takeKeptReport(): Report {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? formFrom(kept as DraftText) : emptyReport;
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
