import type { DraftText } from '../../../ui/server-drafts.ts';
import { pageUserId } from '../../../ui/viewer-state.ts';
import { emptyReport, fromDraft, type Report, toDraft } from './form-values.ts';

const key = 'scam-report-draft';

/** Stores the form in this tab during sign-in. Restored for the same user, or for anyone if typed signed out. */
export function storeReport(form: Report): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...toDraft(form), ownerId: pageUserId() ?? undefined }));
  } catch {
    // Without storage the form starts from the server's draft.
  }
}

export function takeStoredReport(): Report {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return emptyReport;
    const { ownerId, ...typed } = stored as DraftText;
    return ownerId === undefined || ownerId === pageUserId() ? fromDraft(typed) : emptyReport;
  } catch {
    return emptyReport;
  }
}

export function clearStoredReport(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
