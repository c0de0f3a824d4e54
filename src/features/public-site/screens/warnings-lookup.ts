import type { Finding } from '../../scam-reports/types.ts';
import { formatPeople, verdictTexts } from '../../scam-reports/warning-texts.ts';
import { lookupLabels } from './lookup-labels.ts';

const headers = { 'content-type': 'application/json' };

async function fetchFindings(text: string): Promise<readonly Finding[]> {
  const json = { name: '', website: '', contactInfo: '', text, facts: [] };
  const answer = await fetch('/api/rpc/scamReports/lookUp', {
    method: 'POST',
    headers,
    body: JSON.stringify({ json }),
  });
  if (!answer.ok) throw new Error(`the lookup failed with ${answer.status}`);
  return ((await answer.json()) as { json: { findings: readonly Finding[] } }).json.findings;
}

function line(text: string, slug?: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.append(text);
  if (slug !== undefined) {
    const link = document.createElement('a');
    link.className = 'link';
    link.href = `/scams/${slug}`;
    link.textContent = lookupLabels.read;
    paragraph.append(' ', link);
  }
  return paragraph;
}

function code(value: string): HTMLElement {
  const paragraph = line(value);
  paragraph.className = 'code';
  return paragraph;
}

/** Shows published warnings and sanctions lists, never unpublished reports (ADR 22). */
const renderFinding = ({ value, known, listed }: Finding): HTMLElement[] => [
  ...(listed || known?.shown === 'published' ? [code(value)] : []),
  ...(listed ? [line(lookupLabels.listed)] : []),
  ...(known?.shown === 'published'
    ? [line(`${verdictTexts[known.verdict].long} ${formatPeople(known.people)}`, known.slug)]
    : []),
];

export async function renderWarnings(text: string): Promise<HTMLElement> {
  const findings = await fetchFindings(text).catch(() => null);
  const lines = findings?.flatMap(renderFinding) ?? [];
  const notice = document.createElement('div');
  notice.className = lines.length > 0 ? 'notice bad' : 'notice wait';
  const inner = document.createElement('div');
  inner.append(...(lines.length > 0 ? lines : [line(findings ? lookupLabels.nothing : lookupLabels.failed)]));
  notice.append(inner);
  return notice;
}
