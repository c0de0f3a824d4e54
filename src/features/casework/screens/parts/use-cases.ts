import { api } from '../../../../ui/client.ts';
import { usePages, usePlace } from '../../../../ui/desk/use-list.ts';
import { type CaseKind, caseKindCodes } from '../../../compliance/cases.ts';
import { caseViews } from '../../../compliance/filters.ts';

export type CasesView = (typeof caseViews)[number];

export const caseParts: readonly { key: CasesView; name: string }[] = [
  { key: 'open', name: 'Open' },
  { key: 'mine', name: 'Mine' },
  { key: 'closed', name: 'Closed' },
];

/** Which cases are looked at stands in the address. */
export function useCasesPlace() {
  const { params, search, set } = usePlace();
  const view: CasesView = caseViews.find((key) => key === params.get('view')) ?? 'open';
  const kind: CaseKind | null = caseKindCodes.find((key) => key === params.get('kind')) ?? null;
  return { part: { view, kind, search }, set };
}

export const useCases = ({ search, ...part }: ReturnType<typeof useCasesPlace>['part']) =>
  usePages(api.compliance.cases, (after) => ({ ...part, search: search.slice(0, 80), after }));
