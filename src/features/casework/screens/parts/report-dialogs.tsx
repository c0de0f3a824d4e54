import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { saveText } from '../../../../ui/desk/save-text.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { AbandonReport, FileReport } from '../../../compliance/schema.ts';
import { useFormOutcome } from '../../../compliance/screens/parts/use-act.ts';
import type { ReportView, ReportXml } from '../../../compliance/views.ts';
import { indented } from './indented.ts';

type DialogProps = { report: ReportView; onClose: () => void };

const Findings = ({ problems }: Pick<ReportXml, 'problems'>) =>
  problems.length === 0 ? (
    <Notice kind="ok" live>
      It follows its schema: nothing is missing or misplaced.
    </Notice>
  ) : (
    <Notice kind="bad" live>
      <b>
        {problems.length === 1
          ? 'One thing does not follow the schema'
          : `${problems.length} things do not follow the schema`}
      </b>
      <ul className="problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );

/** The file for the portal of the FID, checked against its schema as it stands now. */
export function XmlDialog({ report, onClose }: DialogProps) {
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
      acts={
        <>
          <Button look="line" onClick={onClose}>
            Back
          </Button>
          {file && (
            <Button
              look={file.problems.length === 0 ? 'primary' : 'line'}
              onClick={() => saveText(file.fileName, file.xml, 'application/xml')}
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
            <section className="xml" tabIndex={0} aria-label="The file">
              <pre>{indented(file.xml)}</pre>
            </section>
          </>
        ) : (
          <NotYet asked={query} text="The file could not be made." lines={[100, 60, 80, 80, 60]} />
        )}
      </div>
    </Dialog>
  );
}

/** Records that the report was handed in at the portal, under which reference and when. */
export function FileDialog({ report, version, onClose }: DialogProps & { version: number }) {
  const today = jamaicaDay(serverNow());
  const { field, busy, submit } = useCommandForm(FileReport, api.compliance.fileReport, {
    start: { reportId: report.id, version, fidReference: '', filedOn: today },
    ...useFormOutcome({ says: 'reportFiled', params: { name: report.customer.name }, onClose }),
  });
  return (
    <ActDialog title={`Mark as filed: report ${report.number}`} says="Mark as filed" {...{ busy, submit, onClose }}>
      <p className="ink-2">
        After you handed the file in at the portal of the FID. It can then not be changed any more.
      </p>
      <Field label="Reference of the FID" autoComplete="off" {...field('fidReference')} />
      <Field label="Filed on" type="date" max={today} min={report.suspicionFormedOn} {...field('filedOn')} />
    </ActDialog>
  );
}

/** Records why nothing is reported after all. */
export function AbandonDialog({ report, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(AbandonReport, api.compliance.abandonReport, {
    start: { reportId: report.id, reason: '' },
    ...useFormOutcome({ says: 'reportAbandoned', params: { name: report.customer.name }, onClose }),
  });
  return (
    <ActDialog
      title={`Report nothing: report ${report.number}`}
      says="Report nothing"
      grave
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">What was written is kept with the reason.</p>
      <TextField label="Why" hint="Whoever inspects us reads it." rows={4} {...field('reason')} />
    </ActDialog>
  );
}
