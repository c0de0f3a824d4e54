import type { DraftText } from '../../../ui/form-draft.ts';
import type { StoredFile } from '../../../ui/send-file.ts';
import { type Indicator, keyOf } from '../indicators/indicator.ts';
import type { Fact, LookAt, Submit } from '../schema.ts';

/** What stands in the form, as typed: nothing yet. */
export const emptyReport = {
  name: '',
  website: '',
  contactInfo: '',
  description: '',
  suspiciousNotes: '',
  /** The project-type selector: shown and not sent [001 §2 Scam Detector page]. */
  projectType: 'crypto' as 'crypto' | 'business',
  /** What was typed or corrected as a fact; what is found in the texts comes to it. */
  facts: [] as readonly Fact[],
  /** What was found in the texts and taken out by hand. */
  dismissed: [] as readonly string[],
  evidence: null as StoredFile | null,
};
export type Report = typeof emptyReport;

const isFact = (one: Indicator): one is Indicator & Fact => one.kind !== 'name';

/** What was found in the texts and is neither taken out nor typed as a fact already. */
export const foundIn = ({ facts, dismissed }: Report, found: readonly Indicator[]): Fact[] =>
  found
    .filter(isFact)
    .filter((one) => !dismissed.includes(keyOf(one)) && !facts.some((fact) => keyOf(fact) === keyOf(one)))
    .map(({ kind, scope, value }) => ({ kind, scope, value }));

const filled = (facts: readonly Fact[]): Fact[] => facts.filter(({ value }) => value.trim() !== '');

/** What is looked up of it. */
export const lookAt = (form: Report): LookAt => ({
  name: form.name.trim().slice(0, 200),
  website: form.website.trim().slice(0, 2_048),
  contactInfo: form.contactInfo.trim().slice(0, 500),
  text: `${form.description}\n${form.suspiciousNotes}`.trim().slice(0, 10_000),
  facts: filled(form.facts),
});

export const isEmptyLook = ({ name, website, contactInfo, text, facts }: LookAt): boolean =>
  facts.length === 0 && `${name}${website}${contactInfo}${text}`.length < 3;

export const bodyOf = (form: Report, found: readonly Indicator[], key: string): Submit => {
  const { name, website, contactInfo, description, suspiciousNotes, evidence } = form;
  const facts = [...filled(form.facts), ...foundIn(form, found)].slice(0, 30);
  return { key, name, website, contactInfo, description, suspiciousNotes, facts, evidenceFile: evidence?.id ?? null };
};

/** As a draft keeps it: texts by name. */
export const draftOf = ({ facts, dismissed, evidence, ...texts }: Report): DraftText => ({
  ...texts,
  facts: JSON.stringify(facts),
  dismissed: JSON.stringify(dismissed),
  evidence: JSON.stringify(evidence),
});

const read = <T>(text: string | undefined, otherwise: T): T => {
  try {
    return text === undefined ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
};

export const formFrom = (data: DraftText): Report => ({
  name: data['name'] ?? '',
  website: data['website'] ?? '',
  contactInfo: data['contactInfo'] ?? '',
  description: data['description'] ?? '',
  suspiciousNotes: data['suspiciousNotes'] ?? '',
  projectType: data['projectType'] === 'business' ? 'business' : 'crypto',
  facts: read(data['facts'], emptyReport.facts),
  dismissed: read(data['dismissed'], emptyReport.dismissed),
  evidence: read(data['evidence'], emptyReport.evidence),
});
