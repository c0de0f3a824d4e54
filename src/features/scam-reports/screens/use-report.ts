import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { api, call } from '../../../ui/client.ts';
import { isUnanswered } from '../../../ui/error-message.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { storeReturnPath } from '../../../ui/return-to.ts';
import { useServerDraft } from '../../../ui/server-drafts.ts';
import { carryToasts, toastError, toastSuccess } from '../../../ui/toast.ts';
import { indicatorKey } from '../indicators/indicator.ts';
import { scamToasts } from '../page-texts.ts';
import type { Fact } from '../schema.ts';
import { emptyReport, findNewFacts, fromDraft, type Report, toDraft, toLookupInput, toRequest } from './form-values.ts';
import { clearStoredReport, storeReport, takeStoredReport } from './stored-report.ts';
import { useLookup } from './use-lookup.ts';

const required = scamToasts.missing.text;
const rules = () =>
  z.object({ name: z.string().trim().min(1, required), description: z.string().trim().min(1, required) });

/** Report form: validation, redirect to /auth when signed out [001 §5 Scam form], lookup, draft and submit. */
export function useReport() {
  const queries = useQueryClient();
  const command = useCommandForm(rules, api.scamReports.submit, {
    start: takeStoredReport(),
    idPrefix: 'scam',
    invalid: () => toastError(scamToasts.missing),
    body: (form: Report, key) => toRequest(form, latest.current, key),
    beforeSubmit: (): Promise<void> => draft.flush(),
    done: () => {
      toastSuccess(scamToasts.submitted);
      draft.clear();
      form.reset(emptyReport);
      void queries.invalidateQueries({ queryKey: api.scamReports.own.key() });
    },
    refused: ({ code }, error) => {
      if (code === 'accounts.sign_in_required') {
        storeReport(form.values());
        storeReturnPath('/scam-detector');
        toastError(scamToasts.signIn);
        // Loads a new document, because this one still treats the user as signed in.
        carryToasts();
        window.location.assign('/auth');
        return true;
      }
      if (!isUnanswered(error)) return false;
      toastError(scamToasts.failed);
      return true;
    },
  });
  const { form } = command;
  useEffect(clearStoredReport, []);
  const values = form.values();
  const { findings, ...look } = useLookup(toLookupInput(values));
  const latest = useRef(findings);
  latest.current = findings;
  const draft = useServerDraft(form, {
    empty: emptyReport,
    write: toDraft,
    read: fromDraft,
    query: api.scamReports.draft.queryOptions(),
    save: call.scamReports.keepDraft,
    onRestored: () => undefined,
  });
  return {
    ...command,
    values,
    look: { findings, ...look },
    facts: [...values.facts, ...findNewFacts(values, findings)],
    /** Stores edited facts. `changed`, the fact before the edit, is not suggested again. */
    setFacts: (facts: readonly Fact[], changed: Fact | null) => {
      form.set('facts', facts as never);
      if (changed) form.set('dismissed', [...values.dismissed, indicatorKey(changed)] as never);
    },
    restoredAt: draft.restoredAt,
    startOver: () => {
      draft.clear();
      form.reset(emptyReport);
      call.scamReports.keepDraft({ data: {} }).catch(() => {});
    },
  };
}

export type Reporting = ReturnType<typeof useReport>;
