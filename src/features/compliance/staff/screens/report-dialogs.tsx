import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { downloadText } from '../../../../ui/admin/download-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import type { Party } from '../../reports.ts';
import { AbandonReport, FileReport, PartyInput } from '../../schema.ts';
import type { ReportView, ReportXml } from '../../views.ts';
import { describeOutcome } from './use-action.ts';

export function indentXml(markup: string): string {
  let depth = 0;
  const lines = markup.replaceAll(/>\s*</g, '>\n<').split('\n');
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const indented = '  '.repeat(Math.max(0, depth)) + line;
      const isOpeningTag = /^<[^?!/]/.test(line) && !line.endsWith('/>') && !line.includes('</');
      if (isOpeningTag) depth += 1;
      return indented;
    })
    .join('\n');
}

type ReportProps = { report: ReportView };

const Findings = ({ problems }: Pick<ReportXml, 'problems'>) =>
  problems.length === 0 ? (
    <Notice kind="ok" live>
      The file is valid.
    </Notice>
  ) : (
    <Notice kind="bad" live>
      <b>{problems.length === 1 ? '1 schema error' : `${problems.length} schema errors`}</b>
      <ul className="problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );

export function XmlDialog({ report, onClose }: ReportProps & { onClose: () => void }) {
  const query = useQuery(
    api.compliance.reportXml.queryOptions({ input: { reportId: report.id }, staleTime: 0, gcTime: 0 }),
  );
  const file = query.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Report ${report.number} as XML`}
      wide
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Back
          </Button>
          {file && (
            <Button
              variant={file.problems.length === 0 ? 'primary' : 'line'}
              onClick={() => downloadText(file.fileName, file.xml, 'application/xml')}
            >
              <Download className="ic" aria-hidden="true" />
              Download
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {file ? (
          <>
            <Findings problems={file.problems} />
            <p className="row between num ink-2">
              <span className="wrap-any">{file.fileName}</span> <CopyButton text={file.xml} name="file" />
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long file is scrolled by the keyboard too. */}
            <section className="xml" tabIndex={0} aria-label="XML file">
              <pre>{indentXml(file.xml)}</pre>
            </section>
          </>
        ) : (
          <QueryPlaceholder query={query} text="We couldn't create the file." lines={[100, 60, 80, 80, 60]} />
        )}
      </div>
    </Dialog>
  );
}

type FileProps = { report: ReportView; version: number };

export const FileDialog = defineAction(FileReport, api.compliance.fileReport, ({ report, version }: FileProps) => {
  const today = jamaicaDay(serverNow());
  return {
    ...describeOutcome('reportFiled', { name: report.customer.name }),
    title: `Mark as filed: report ${report.number}`,
    confirmLabel: 'Mark as filed',
    start: { reportId: report.id, version, fidReference: '', filedOn: today },
    hint: "Upload the file to the FID portal first. You can't change the report afterwards.",
    fields: {
      fidReference: { label: 'FID reference', autoComplete: 'off' },
      filedOn: { label: 'Filed on', type: 'date', max: today, min: report.suspicionFormedOn },
    },
  };
});

export const AbandonDialog = defineAction(AbandonReport, api.compliance.abandonReport, ({ report }: ReportProps) => ({
  ...describeOutcome('reportAbandoned', { name: report.customer.name }),
  title: `Abandon: report ${report.number}`,
  confirmLabel: 'Abandon report',
  grave: true,
  start: { reportId: report.id, reason: '' },
  hint: 'We keep the drafts and your reason.',
  fields: { reason: { label: 'Why', hint: 'Auditors can read this.', rows: 4 } },
}));

const emptyParty: Party = {
  role: 'counterparty',
  kind: 'person',
  firstName: '',
  lastName: '',
  birthDate: '',
  country: '',
  account: '',
  note: '',
};

const partyRoles = [
  { value: 'customer', name: 'Our customer' },
  { value: 'counterparty', name: 'Counterparty' },
  { value: 'other', name: 'Other party' },
];
const partyKinds = [
  { value: 'person', name: 'A person' },
  { value: 'entity', name: 'A company' },
  { value: 'wallet', name: 'A wallet with an unknown owner' },
];

/** Sends nothing. The form validates with the same schema as the server. */
const validateParty = { mutationOptions: () => ({ mutationFn: async (party: unknown) => PartyInput.parse(party) }) };

type PartyProps = { party: Party | null; onSave: (party: Party) => void };

export const PartyDialog = defineAction(PartyInput, validateParty, ({ party, onSave }: PartyProps) => ({
  title: party ? 'Edit party' : 'Add a party',
  confirmLabel: party ? 'Save' : 'Add',
  start: party ?? emptyParty,
  stale: [],
  success: () => undefined,
  onDone: onSave,
  fields: ({ form, field }) => {
    const person = form.get('kind') === 'person';
    return (
      <>
        <div className="pair">
          <SelectField label="Role" options={partyRoles} {...field('role')} />
          <SelectField label="Kind" options={partyKinds} {...field('kind')} />
        </div>
        <div className="pair">
          {person && <Field label="First name" autoComplete="off" {...field('firstName')} />}
          <Field label={person ? 'Last name' : 'Name'} autoComplete="off" {...field('lastName')} />
        </div>
        {person && (
          <div className="pair">
            <Field label="Date of birth" labelNote="If known" type="date" {...field('birthDate')} />
            <Field
              label="Country"
              labelNote="If known"
              hint="Two letters, such as JM"
              maxLength={2}
              {...field('country')}
            />
          </div>
        )}
        <Field label="Account or wallet" labelNote="If known" autoComplete="off" {...field('account')} />
        <TextField label="Note" labelNote="Optional" rows={2} {...field('note')} />
      </>
    );
  },
}));
