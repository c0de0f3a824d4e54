import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { api, call } from '../../../ui/client.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { useDraft } from '../../../ui/form-draft.ts';
import { isUnanswered } from '../../../ui/refusal-words.ts';
import { rememberPath } from '../../../ui/return-to.ts';
import { carryToasts, toastError, toastSuccess } from '../../../ui/toast.ts';
import { keyOf } from '../indicators/indicator.ts';
import { scamNotices } from '../own-messages.ts';
import type { Fact } from '../schema.ts';
import { bodyOf, draftOf, emptyReport, formFrom, foundIn, lookAt, type Report } from './form-values.ts';
import { forgetKeptReport, keepReport, takeKeptReport } from './kept-report.ts';
import { useLook } from './use-look.ts';

const required = scamNotices.missing.text;
const rules = () =>
  z.object({ name: z.string().trim().min(1, required), description: z.string().trim().min(1, required) });

/**
 * The form of a report: name and description are required, signed out it leads to /auth [001 §5 Scam form]; what is
 * known of it while it is typed, its draft, and sending it once.
 */
export function useReport() {
  const queries = useQueryClient();
  const made = useCommandForm(rules, api.scamReports.submit, {
    start: takeKeptReport(),
    ids: 'scam',
    invalid: () => toastError(scamNotices.missing),
    body: (form: Report, key) => bodyOf(form, latest.current, key),
    before: (): Promise<void> => draft.stop(),
    done: () => {
      toastSuccess(scamNotices.submitted);
      draft.forget();
      form.reset(emptyReport);
      void queries.invalidateQueries({ queryKey: api.scamReports.own.key() });
    },
    refused: ({ code }, error) => {
      if (code === 'accounts.sign_in_required') {
        keepReport(form.values());
        rememberPath('/scam-detector');
        toastError(scamNotices.signIn);
        // A new document: this one still counts them as signed in.
        carryToasts();
        window.location.assign('/auth');
        return true;
      }
      if (!isUnanswered(error)) return false;
      toastError(scamNotices.failed);
      return true;
    },
  });
  const { form } = made;
  // What a tab kept while its reporter signed in stands in the form now.
  useEffect(forgetKeptReport, []);
  const values = form.values();
  const { findings, ...look } = useLook(lookAt(values));
  const latest = useRef(findings);
  latest.current = findings;
  const draft = useDraft(form, {
    empty: emptyReport,
    write: draftOf,
    read: formFrom,
    query: api.scamReports.draft.queryOptions(),
    keep: call.scamReports.keepDraft,
    restored: () => undefined,
  });
  return {
    ...made,
    values,
    look: { findings, ...look },
    facts: [...values.facts, ...foundIn(values, findings)],
    /** From here on these are what was typed; what was found in the texts and changed is not found again. */
    setFacts: (facts: readonly Fact[], changed: Fact | null) => {
      form.set('facts', facts as never);
      if (changed) form.set('dismissed', [...values.dismissed, keyOf(changed)] as never);
    },
    restoredAt: draft.restoredAt,
    startOver: () => {
      draft.forget();
      form.reset(emptyReport);
      call.scamReports.keepDraft({ data: {} }).catch(() => {});
    },
  };
}

export type Reporting = ReturnType<typeof useReport>;
