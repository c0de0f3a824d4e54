import { whosePage } from './viewer-marks.ts';

/** What a form kept, by the names of its fields. */
export type Kept = Readonly<Record<string, unknown>>;

/**
 * Keeps what was typed in this tab, as of whoever is in this page, until they log in again or the page is loaded anew.
 * Nothing is kept of whoever signed out.
 */
export function keepOwn(key: string, values: object): void {
  const whose = whosePage();
  if (whose === null) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...values, whose }));
  } catch {
    // Nothing to keep it in: the form begins empty then.
  }
}

/** What was kept of whoever is in this page; nothing where nothing was, or where it is another's. */
export function readOwn(key: string): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return {};
    const { whose, ...values } = kept as Kept;
    return whose === (whosePage() ?? undefined) ? values : {};
  } catch {
    return {};
  }
}

/** It stands in the form again, or is another's. */
export function forgetOwn(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
