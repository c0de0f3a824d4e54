import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '../../../ui/link.tsx';
import { storeReturnPath } from '../../../ui/return-to.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { carryToasts, toastError, toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { nothingKnownMessage, scamToasts, statusLabels } from '../page-texts.ts';
import './scams.css';
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { useServerDraft } from '../../../ui/drafts.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { errorMessage, isUnanswered } from '../../../ui/error-message.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { formatDate } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { shrinkPhoto } from '../../../ui/shrink-photo.ts';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { Upload } from '../../../ui/upload.tsx';
import { validateFile } from '../../../ui/upload-rules.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import type { Fact, LookupInput } from '../schema.ts';
import type { Finding, OwnReport } from '../types.ts';
import { indicatorKey } from '../types.ts';
import { FactsEditor } from './facts-editor.tsx';
import {
  clearStoredReport,
  emptyReport,
  findNewFacts,
  fromDraft,
  isEmptyLookup,
  type Report,
  storeReport,
  takeStoredReport,
  toDraft,
  toLookupInput,
  toRequest,
} from './form-values.ts';
import { FindingNotices, getMessages, ScamSearch } from './scam-search.tsx';

const FileLink = lazyPart(async () => (await import('../../documents/screens/file-link.tsx')).FileLink);
const ScamAnswer = lazyPart(async () => (await import('./scam-answer.tsx')).ScamAnswer);

/** Shows the status, or a Download link once completed [001 §4 Scam report]. */
function ReportRow({ report }: { report: OwnReport }) {
  const { name, status, reportFile, evidenceFile, createdAt } = report;
  return (
    <li>
      <div>
        <h3 className="any-length">{name}</h3>
        <p className="ink-2 num">{formatDate(jamaicaDay(createdAt))}</p>
      </div>
      <div className="row">
        {evidenceFile && (
          <FileLink
            fileId={evidenceFile}
            failed={scamToasts.evidenceLink}
            label={`Evidence for ${name}`}
            text="Evidence"
          />
        )}
        {status === 'completed' && reportFile ? (
          <FileLink
            fileId={reportFile}
            failed={scamToasts.reportLink}
            label={`Download the report on ${name}`}
            text="Download"
          />
        ) : (
          <span className="b">{statusLabels[status]}</span>
        )}
      </div>
    </li>
  );
}

/** My Submissions [001 §2 Scam Detector page]. */
function OwnReports() {
  const own = useQuery(api.scamReports.own.queryOptions());
  return (
    <section aria-labelledby="own-scam-reports">
      <h2 id="own-scam-reports" className="ruled">
        My Submissions
      </h2>
      {own.data === undefined && <QueryPlaceholder query={own} text="We couldn't load your submissions." />}
      {own.data?.reports.length === 0 && (
        <EmptyState title="Nothing submitted yet" text="Your reports and our answers will show up here." />
      )}
      {own.data && own.data.reports.length > 0 && (
        <ul className="scam-list">
          {own.data.reports.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      )}
    </section>
  );
}

const debounceMs = 400;

/** Looks up the form 400 ms after the last change. A failed lookup does not block submitting. */
function useLookup(at: LookupInput): { findings: readonly Finding[]; error: unknown; retry: () => void } {
  const settled = useDebouncedValue(JSON.stringify(at), debounceMs);
  const input = JSON.parse(settled) as LookupInput;
  const { data, error, refetch } = useQuery({
    ...api.scamReports.lookUp.queryOptions({ input: isEmptyLookup(input) ? skipToken : input }),
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { findings: isEmptyLookup(input) ? [] : (data?.findings ?? []), error, retry: () => void refetch() };
}

const required = scamToasts.missing.text;
const rules = () =>
  z.object({ name: z.string().trim().min(1, required), description: z.string().trim().min(1, required) });

/** Report form: validation, redirect to /auth when signed out [001 §5 Scam form], lookup, draft and submit. */
function useReport() {
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
    save: call.scamReports.saveDraft,
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
      call.scamReports.saveDraft({ data: {} }).catch(() => {});
    },
  };
}

type Reporting = ReturnType<typeof useReport>;

type LookupPanelProps = { findings: readonly Finding[]; error: unknown; retry: () => void };

function LookupPanel({ findings, error, retry }: LookupPanelProps) {
  const known = findings.filter((finding) => getMessages(finding).length > 0);
  const unknown = findings.filter((finding) => getMessages(finding).length === 0).map(({ value }) => value);
  return (
    <section aria-labelledby="scam-look" className="stack scam-look">
      <h2 id="scam-look" className="t-lg">
        What we know so far
      </h2>
      <div role="status" className="stack">
        {error !== null && error !== undefined && (
          <Notice kind="wait">
            <b>{errorMessage(error).title}</b>
            <p>{errorMessage(error).text}</p>
            <Button variant="bare" size="small" onClick={retry}>
              Try again
            </Button>
          </Notice>
        )}
        {known.map((finding) => (
          <FindingNotices key={`${finding.kind} ${finding.scope} ${finding.value}`} finding={finding} />
        ))}
        {unknown.length > 0 && (
          <Notice>
            <b>{nothingKnownMessage.title}</b>
            <p className="any-length">
              {formatMessage(nothingKnownMessage.text, { things: unknown.slice(0, 8).join(', ') })}
            </p>
          </Notice>
        )}
        {findings.length === 0 && !error && (
          <p className="ink-2">Enter a website, wallet, phone number, account or name. We'll look it up as you type.</p>
        )}
      </div>
    </section>
  );
}

/** MIME types by extension, for devices that report none. */
const typesByExtension: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
};

function withType(file: File): File {
  const type = typesByExtension[/\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''];
  return file.type === '' && type ? new File([file], file.name, { type }) : file;
}

/** Returns the first valid file; skips invalid ones with an 'Unsupported file' toast [001 §5 Scam form]. */
async function pickEvidence(files: readonly File[]): Promise<File | undefined> {
  const valid: File[] = [];
  for (const input of files) {
    const file = await shrinkPhoto(withType(input));
    if (validateFile(file, 'document') === null) valid.push(file);
    else toastError(scamToasts.unsupported, { n: '10' });
  }
  return valid[0];
}

type Part = Pick<Reporting, 'field'>;

const MainFields = ({ field }: Part) => (
  <>
    <SelectField
      {...field('projectType')}
      label="Project type"
      options={[
        { value: 'crypto', name: 'Crypto' },
        { value: 'business', name: 'Business' },
      ]}
    />
    <Field {...field('name')} label="Name" hint="The project, company or person you're reporting." maxLength={200} />
    <Field
      {...field('website')}
      label="Website"
      labelNote="Optional"
      type="url"
      inputMode="url"
      autoCapitalize="none"
      maxLength={2048}
    />
    <Field
      {...field('contactInfo')}
      label="Contact"
      labelNote="Optional"
      hint="A phone number, email or account they use."
      maxLength={500}
    />
    <TextField
      {...field('description')}
      label="Description"
      hint="Tell us what happened. You can paste the whole message."
      rows={5}
      maxLength={5000}
    />
    <TextField {...field('suspiciousNotes')} label="Notes" labelNote="Optional" rows={3} maxLength={5000} />
  </>
);

const RemainingFields = ({ file, getError, busy, facts, setFacts }: Reporting) => (
  <>
    <FactsEditor facts={facts} error={getError('facts' as never)} onChange={setFacts} />
    <Upload
      {...file('evidence')}
      label="Evidence"
      purpose="scam-evidence"
      accept="document"
      pickFile={pickEvidence}
      hint="Images, PDF, DOC/DOCX, TXT. Max 10MB per file."
    />
    <p className="t-xs ink-2">Only our team can see that you reported this.</p>
    <Button type="submit" busy={busy}>
      Submit
    </Button>
  </>
);

/** Scam report form with the lookup panel [001 §2 Scam Detector page, §5 Scam form]. */
function ReportForm() {
  const reporting = useReport();
  const { field, submit, look, restoredAt, startOver } = reporting;
  return (
    <form className="scam-desk" noValidate aria-label="Report a scam" onSubmit={(event) => void submit(event)}>
      <div className="sheet neat form">
        <RestoredNotice restoredAt={restoredAt} onDiscard={startOver} />
        <MainFields field={field} />
      </div>
      <LookupPanel {...look} />
      <div className="sheet form">
        <RemainingFields {...reporting} />
      </div>
    </form>
  );
}

export const meta = () => [{ title: 'Scam detector - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** Redirects to /auth when signed out, and back afterwards [001 §2 Scam Detector page]. */
function ToSignIn() {
  const navigate = useNavigate();
  useEffect(() => {
    storeReturnPath('/scam-detector');
    toastError(scamToasts.signIn);
    void navigate('/auth', { replace: true });
  }, [navigate]);
  return null;
}

/** /scam-detector: report form and My Submissions [001 §2 Scam Detector page]. */
export default function ScamDetector() {
  const { session, staff } = useViewer();
  if (session === 'out') return <ToSignIn />;
  return (
    <div className="wrap">
      <ScreenHead
        title="Scam detector"
        text="Check before you pay. Tell us what looks wrong, and our team will review it and send you a report."
      />
      {staff === 'yes' && (
        <p>
          <Link className="link" to="/admin/scams/submissions">
            All submissions
          </Link>{' '}
          (staff only)
        </p>
      )}
      <ScamSearch Answer={ScamAnswer} />
      <h2 className="ruled">Report a scam</h2>
      <ReportForm />
      <OwnReports />
    </div>
  );
}
