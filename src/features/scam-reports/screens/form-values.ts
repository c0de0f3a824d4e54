import type { DraftText } from '../../../ui/drafts.ts';
import type { StoredFile } from '../../../ui/send-file.ts';
import { pageUserId } from '../../../ui/viewer-state.ts';
import type { Fact, LookupInput, Submit } from '../schema.ts';
import { type Indicator, indicatorKey } from '../types.ts';

export const emptyReport = {
  name: '',
  website: '',
  contactInfo: '',
  description: '',
  suspiciousNotes: '',
  /** Project type: shown but not sent [001 §2 Scam Detector page]. */
  projectType: 'crypto' as 'crypto' | 'business',
  facts: [] as readonly Fact[],
  dismissed: [] as readonly string[],
  evidence: null as StoredFile | null,
};
export type Report = typeof emptyReport;

const isFact = (indicator: Indicator): indicator is Indicator & Fact => indicator.kind !== 'name';

/** Returns the found indicators that the user neither dismissed nor entered as facts. */
export const findNewFacts = ({ facts, dismissed }: Report, found: readonly Indicator[]): Fact[] =>
  found
    .filter(isFact)
    .filter(
      (indicator) =>
        !dismissed.includes(indicatorKey(indicator)) &&
        !facts.some((fact) => indicatorKey(fact) === indicatorKey(indicator)),
    )
    .map(({ kind, scope, value }) => ({ kind, scope, value }));

const filterFilled = (facts: readonly Fact[]): Fact[] => facts.filter(({ value }) => value.trim() !== '');

export const toLookupInput = (form: Report): LookupInput => ({
  name: form.name.trim().slice(0, 200),
  website: form.website.trim().slice(0, 2_048),
  contactInfo: form.contactInfo.trim().slice(0, 500),
  text: `${form.description}\n${form.suspiciousNotes}`.trim().slice(0, 10_000),
  facts: filterFilled(form.facts),
});

export const isEmptyLookup = ({ name, website, contactInfo, text, facts }: LookupInput): boolean =>
  facts.length === 0 && `${name}${website}${contactInfo}${text}`.length < 3;

export const toRequest = (form: Report, found: readonly Indicator[], key: string): Submit => {
  const { name, website, contactInfo, description, suspiciousNotes, evidence } = form;
  const facts = [...filterFilled(form.facts), ...findNewFacts(form, found)].slice(0, 30);
  return { key, name, website, contactInfo, description, suspiciousNotes, facts, evidenceFile: evidence?.id ?? null };
};

export const toDraft = ({ facts, dismissed, evidence, ...texts }: Report): DraftText => ({
  ...texts,
  facts: JSON.stringify(facts),
  dismissed: JSON.stringify(dismissed),
  evidence: JSON.stringify(evidence),
});

const parseJson = <T>(text: string | undefined, fallback: T): T => {
  try {
    return text === undefined ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
};

export const fromDraft = (data: DraftText): Report => ({
  name: data['name'] ?? '',
  website: data['website'] ?? '',
  contactInfo: data['contactInfo'] ?? '',
  description: data['description'] ?? '',
  suspiciousNotes: data['suspiciousNotes'] ?? '',
  projectType: data['projectType'] === 'business' ? 'business' : 'crypto',
  facts: parseJson(data['facts'], emptyReport.facts),
  dismissed: parseJson(data['dismissed'], emptyReport.dismissed),
  evidence: parseJson(data['evidence'], emptyReport.evidence),
});

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
