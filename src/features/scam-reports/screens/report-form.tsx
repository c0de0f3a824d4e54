import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Upload } from '../../../ui/upload.tsx';
import { pickEvidence } from './evidence.ts';
import { FactsEditor } from './facts-editor.tsx';
import { LookupPanel } from './lookup-panel.tsx';
import { type Reporting, useReport } from './use-report.ts';

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
export function ReportForm() {
  const reporting = useReport();
  const { field, submit, look, restoredAt, startOver } = reporting;
  return (
    <form className="scam-desk" noValidate aria-label="Report a scam" onSubmit={(event) => void submit(event)}>
      <div className="sheet neat form">
        <RestoredNotice {...{ restoredAt, onDiscard: startOver }} />
        <MainFields field={field} />
      </div>
      <LookupPanel {...look} />
      <div className="sheet form">
        <RemainingFields {...reporting} />
      </div>
    </form>
  );
}
