import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { grouped } from '../../../../ui/figures.ts';
import { type ReportReason, reportReasonCodes, reportReasons, shortestNarrative } from '../../../compliance/reports.ts';
import type { KeptDraft } from './keep-draft.ts';
import type { Writing } from './report-sheet.tsx';
import { DraftState } from './standing.tsx';

/** What the server takes: anything printable, line by line. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '');

const most = { narrative: 20_000, action: 4_000 } as const;

type ReportFieldsProps = Writing & { state: KeptDraft<unknown>['state']; onLeave: () => void };

/** The story of the suspicion in the officer's words, what was done, and what gives reason to report. */
export function ReportFields({ content, open, onChange, state, onLeave }: ReportFieldsProps) {
  if (!open) return <AsFiled content={content} />;
  const toggle = (code: ReportReason) => {
    const { reasons } = content;
    onChange({ reasons: reasons.includes(code) ? reasons.filter((each) => each !== code) : [...reasons, code] });
  };
  return (
    <>
      <section className="stack-s narrative" aria-labelledby="narrative">
        <div className="row between">
          <h2 className="part" id="narrative">
            Narrative
          </h2>
          <DraftState state={state} />
        </div>
        <TextField
          label="What happened"
          hint={
            <span className="row between">
              <span>
                Who, what, when, where, how, and why it is suspicious. At least {shortestNarrative} characters.
              </span>
              <span className="num count">
                {grouped(String(content.narrative.length))} of {grouped(String(most.narrative))}
              </span>
            </span>
          }
          rows={14}
          maxLength={most.narrative}
          value={content.narrative}
          onChange={(event) => onChange({ narrative: printable(event.target.value) })}
          onBlur={onLeave}
        />
        <TextField
          label="What we did"
          aside="Optional"
          hint="Held, refused, returned, watched more closely."
          rows={3}
          maxLength={most.action}
          value={content.action}
          onChange={(event) => onChange({ action: printable(event.target.value) })}
          onBlur={onLeave}
        />
      </section>
      <fieldset className="field reasons">
        <legend className="part">Reasons</legend>
        {reportReasonCodes.map((code) => (
          <Checkbox
            key={code}
            label={reportReasons[code]}
            checked={content.reasons.includes(code)}
            onChange={() => toggle(code)}
          />
        ))}
      </fieldset>
    </>
  );
}

/** What was written, once nothing can be changed any more. */
const AsFiled = ({ content }: Pick<Writing, 'content'>) => (
  <>
    <Part id="narrative" title="Narrative">
      <p className="written">{content.narrative || 'Nothing was written.'}</p>
    </Part>
    {content.action && (
      <Part id="action" title="What we did">
        <p className="written">{content.action}</p>
      </Part>
    )}
    <Part id="reasons" title="Reasons">
      <p>{content.reasons.map((code) => reportReasons[code]).join(', ') || 'None were given.'}</p>
    </Part>
  </>
);
