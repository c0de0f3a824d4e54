import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { api } from '../../../../ui/client.ts';
import { type CaseKind, caseKindCodes } from '../../../compliance/cases.ts';
import { caseViews } from '../../../compliance/list-filters.ts';

export type CasesView = (typeof caseViews)[number];

export const caseViewTabs: readonly { key: CasesView; name: string }[] = [
  { key: 'open', name: 'Open' },
  { key: 'mine', name: 'Mine' },
  { key: 'closed', name: 'Closed' },
];

export function useCasesUrlState() {
  const { params, search, set } = useUrlState();
  const view: CasesView = caseViews.find((key) => key === params.get('view')) ?? 'open';
  const kind: CaseKind | null = caseKindCodes.find((key) => key === params.get('kind')) ?? null;
  return { filters: { view, kind, search }, set };
}

export const useCases = ({ search, ...filters }: ReturnType<typeof useCasesUrlState>['filters']) =>
  usePages(api.compliance.cases, (after) => ({ ...filters, search: search.slice(0, 80), after }));
