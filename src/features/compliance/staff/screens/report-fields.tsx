import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { groupThousands } from '../../../../ui/number-format.ts';
import {
  minNarrativeLength,
  type ReportContent,
  type ReportReason,
  reportReasonCodes,
  reportReasons,
} from '../../reports.ts';
import type { ReportView } from '../../views.ts';
import type { AutosaveState } from './autosave.ts';

export type EditorProps = {
  report: ReportView;
  content: ReportContent;
  open: boolean;
  onChange: (change: Partial<ReportContent>) => void;
};

/** Removes control characters that the server rejects. */
const stripControlCharacters = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '');

const maxLengths = { narrative: 20_000, action: 4_000 } as const;

type ReportFieldsProps = EditorProps & { state: AutosaveState<unknown>['state']; onLeave: () => void };

export function ReportFields({ content, open, onChange, state, onLeave }: ReportFieldsProps) {
  if (!open) return <FiledContent content={content} />;
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
                Who, what, when, where, how, and why it is suspicious. At least {minNarrativeLength} characters.
              </span>
              <span className="num count">
                {groupThousands(String(content.narrative.length))} of {groupThousands(String(maxLengths.narrative))}
              </span>
            </span>
          }
          rows={14}
          maxLength={maxLengths.narrative}
          value={content.narrative}
          onChange={(event) => onChange({ narrative: stripControlCharacters(event.target.value) })}
          onBlur={onLeave}
        />
        <TextField
          label="What we did"
          labelNote="Optional"
          hint="Such as holding, rejecting, refunding or monitoring."
          rows={3}
          maxLength={maxLengths.action}
          value={content.action}
          onChange={(event) => onChange({ action: stripControlCharacters(event.target.value) })}
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

const FiledContent = ({ content }: Pick<EditorProps, 'content'>) => (
  <>
    <PageSection id="narrative" title="Narrative">
      <p className="written">{content.narrative || 'Empty'}</p>
    </PageSection>
    {content.action && (
      <PageSection id="action" title="What we did">
        <p className="written">{content.action}</p>
      </PageSection>
    )}
    <PageSection id="reasons" title="Reasons">
      <p>{content.reasons.map((code) => reportReasons[code]).join(', ') || 'None'}</p>
    </PageSection>
  </>
);

const statusByState = {
  saved: { Icon: CircleCheck, text: 'Saved', look: 'ok' },
  unsaved: { Icon: Clock, text: 'Not saved yet', look: 'ink-3' },
  saving: { Icon: Clock, text: 'Saving', look: 'ink-3' },
  failed: { Icon: CircleAlert, text: 'Not saved, trying again', look: 'bad-ink' },
  conflict: { Icon: CircleAlert, text: 'Not saved, choose a version', look: 'bad-ink' },
} as const;

export function DraftState({ state }: { state: AutosaveState<unknown>['state'] }) {
  const { Icon, text, look } = statusByState[state];
  return (
    <span className={`standing ${look}`} role="status">
      <Icon className="ic" aria-hidden="true" />
      {text}
    </span>
  );
}

type ConflictProps = { theirs: string; onChoose: (which: 'mine' | 'theirs') => void };

export const Conflict = ({ theirs, onChoose }: ConflictProps) => (
  <Notice kind="wait" live>
    <p>
      <b>Someone else saved this draft.</b> Your version is below and isn't lost. Their narrative:
    </p>
    <blockquote className="theirs">{theirs || 'Empty'}</blockquote>
    <div className="row">
      <Button variant="line" onClick={() => onChoose('mine')}>
        Save mine
      </Button>
      <Button variant="line" onClick={() => onChoose('theirs')}>
        Use theirs
      </Button>
    </div>
  </Notice>
);
