import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Upload } from '../../../ui/upload.tsx';
import { firstEvidence } from './evidence.ts';
import { FactsEditor } from './facts-editor.tsx';
import { LookPanel } from './look-panel.tsx';
import { type Reporting, useReport } from './use-report.ts';

type Part = Pick<Reporting, 'field'>;

const What = ({ field }: Part) => (
  <>
    <SelectField
      {...field('projectType')}
      label="Project type"
      options={[
        { value: 'crypto', name: 'Crypto' },
        { value: 'business', name: 'Business' },
      ]}
    />
    <Field {...field('name')} label="Name" hint="Of the project, company or person." maxLength={200} />
    <Field
      {...field('website')}
      label="Website"
      aside="Optional"
      type="url"
      inputMode="url"
      autoCapitalize="none"
      maxLength={2048}
    />
    <Field
      {...field('contactInfo')}
      label="Contact"
      aside="Optional"
      hint="A phone number, email or account they use."
      maxLength={500}
    />
    <TextField
      {...field('description')}
      label="Description"
      hint="What happened. You can paste the whole message."
      rows={5}
      maxLength={5000}
    />
    <TextField {...field('suspiciousNotes')} label="Notes" aside="Optional" rows={3} maxLength={5000} />
  </>
);

const Rest = ({ file, errorOf, busy, facts, setFacts }: Reporting) => (
  <>
    <FactsEditor facts={facts} error={errorOf('facts' as never)} onChange={setFacts} />
    <Upload
      {...file('evidence')}
      label="Evidence"
      purpose="scam-evidence"
      accept="document"
      among={firstEvidence}
      hint="Images, PDF, DOC/DOCX, TXT. Max 10MB per file."
    />
    <p className="t-xs ink-2">Nobody but our team learns that you reported it.</p>
    <Button type="submit" busy={busy}>
      Submit
    </Button>
  </>
);

/**
 * The submit form of a scam-check request [001 §2 Scam Detector page, §5 Scam form]. What we know at once stands beside
 * it, on a phone within it.
 */
export function ReportForm() {
  const reporting = useReport();
  const { field, submit, look, restoredAt, startOver } = reporting;
  return (
    <form className="scam-desk" noValidate aria-label="Report a scam" onSubmit={(event) => void submit(event)}>
      <div className="sheet neat form">
        {restoredAt && (
          <Notice>
            We kept what you typed on {momentText(restoredAt)}.{' '}
            <Button look="bare" size="small" onClick={startOver}>
              Start over
            </Button>
          </Notice>
        )}
        <What field={field} />
      </div>
      <LookPanel {...look} />
      <div className="sheet form">
        <Rest {...reporting} />
      </div>
    </form>
  );
}
