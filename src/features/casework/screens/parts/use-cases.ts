import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { usePlace } from '../../../../ui/desk/use-list.ts';
import { type CaseKind, caseKindCodes } from '../../../compliance/cases.ts';
import { caseViews } from '../../../compliance/filters.ts';
import type { After } from '../../../compliance/views.ts';

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
  return { part: { view, kind, search }, selected: params.get('at'), set };
}

/** The cases, page by page, kept current by the live line. */
export function useCases({ view, kind, search }: ReturnType<typeof useCasesPlace>['part']) {
  const query = useInfiniteQuery(
    api.compliance.cases.infiniteOptions({
      input: (after: After | null) => ({ view, kind, search: search.slice(0, 80), after }),
      initialPageParam: null as After | null,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return { ...query, lines, first: query.data?.pages[0] };
}
