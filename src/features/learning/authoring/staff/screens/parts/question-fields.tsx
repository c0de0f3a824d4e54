import { Button } from '../../../../../../ui/button.tsx';
import { Checkbox } from '../../../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import type { Question } from '../data.ts';
import { bindFields } from '../edits.ts';

export const AddButton = ({ what, onAdd }: { what: string; onAdd: () => void }) => (
  <Button variant="line" size="small" onClick={onAdd}>
    Add {what}
  </Button>
);

export const RemoveButton = ({ what, onRemove }: { what: string; onRemove: () => void }) => (
  <Button variant="bare" size="small" onClick={onRemove}>
    Remove {what}
  </Button>
);

type QuestionProps = {
  name: string;
  question: Question;
  onChange: (changed: Partial<Question>) => void;
  onRemove: () => void;
  children?: React.ReactNode;
};

export function QuestionFields({ name, question, onChange, onRemove, children }: QuestionProps) {
  const { id, answers } = question;
  type Answer = Question['answers'][number];
  const set = (at: number, changed: Partial<Answer>) =>
    onChange({ answers: answers.map((answer, other) => (other === at ? { ...answer, ...changed } : answer)) });
  const bindAnswer = (answer: Answer, at: number) => bindFields(answer, (changed) => set(at, changed)).text;
  return (
    <fieldset className="stack asked-of">
      <legend className="label">{name}</legend>
      {children}
      <TextField
        label="Question text"
        id={`${id}-ask`}
        rows={2}
        maxLength={600}
        {...bindFields(question, onChange).text('ask')}
      />
      {answers.map((answer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers keep their places.
        <fieldset key={at} className="stack-s answer-of">
          <legend className="sr">Answer {at + 1}</legend>
          <Field label={`Answer ${at + 1}`} maxLength={600} {...bindAnswer(answer, at)('text')} />
          <Checkbox
            label={`Answer ${at + 1} is right`}
            checked={answer.right}
            onChange={({ target }) => set(at, { right: target.checked })}
          />
          <TextField
            label={`Explanation of answer ${at + 1}`}
            rows={2}
            maxLength={600}
            {...bindAnswer(answer, at)('because')}
          />
          {answers.length > 2 && (
            <RemoveButton
              what={`answer ${at + 1}`}
              onRemove={() => onChange({ answers: answers.filter((_, other) => other !== at) })}
            />
          )}
        </fieldset>
      ))}
      <div className="row wraps">
        {answers.length < 6 && (
          <AddButton
            what="an answer"
            onAdd={() => onChange({ answers: [...answers, { text: '', right: false, because: '' }] })}
          />
        )}
        <Button variant="bare" size="small" label={`Remove the question: ${name}`} onClick={onRemove}>
          Remove the question
        </Button>
      </div>
    </fieldset>
  );
}
