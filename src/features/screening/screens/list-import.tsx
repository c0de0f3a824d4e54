import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Part } from '../../../ui/desk/part.tsx';
import { Field, FieldFrame, TextField } from '../../../ui/field.tsx';
import { count } from '../../../ui/figures.ts';
import { bytesText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { toastInfo, toastSuccess } from '../../../ui/toast.ts';
import { listNotices } from '../../compliance/desk-messages.ts';
import { largestLocalList, localColumns } from '../filters.ts';
import type { ImportedView, WaitingList } from '../views.ts';
import { DiffNames } from './list-source.tsx';
import { diffText, holdsText } from './list-words.ts';

type Chosen = { readonly fileName: string; readonly csv: string; readonly bytes: number };

/** What the file would change, before anything is put in force. */
const Found = ({ found }: { found: ImportedView }) => (
  <div className="stack-s" role="status">
    <p>
      <b>{diffText(found.diff)}.</b> The file holds {holdsText(found)}.
    </p>
    <DiffNames diff={found.diff} />
  </div>
);

const saysPut = ({ takesOff, agreesTo }: ImportedView): string => {
  if (agreesTo !== null) return 'Agree and put in force';
  return takesOff ? 'Lay before a second person' : 'Put in force';
};

/** What somebody would take off; another file that takes something off is laid before in its place. */
const Waits = ({ waiting: { fileName, proposedBy, mine, diff } }: { waiting: WaitingList }) => (
  <Notice kind="wait">
    {mine ? 'You have' : `${proposedBy} has`} laid {fileName} before a second person: {diffText(diff)}.{' '}
    {mine ? 'Somebody else agrees with the same file.' : 'To agree, read the same file here.'}
  </Notice>
);

function useImport(onDone: () => void) {
  const queries = useQueryClient();
  const look = useMutation({ ...api.screening.importLocal.mutationOptions() });
  const put = useMutation({
    ...api.screening.importLocal.mutationOptions(),
    onSuccess: (done: ImportedView) => {
      const waits = done.takesOff && done.listId === null;
      if (done.unchanged) toastInfo(listNotices.unchanged);
      else if (waits) toastSuccess(listNotices.laidBefore);
      else toastSuccess(listNotices.imported, { holds: holdsText(done) });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.screening.key() }),
  });
  return { look, put };
}

/** A list of our own: chosen, read and compared, and only then put in force as a whole. */
export function ListImport({ today, waiting }: { today: string; waiting: WaitingList | null }) {
  const id = useId();
  const [file, setFile] = useState<Chosen | null>(null);
  const [publishedOn, setPublishedOn] = useState(today);
  const [why, setWhy] = useState('');
  const [error, setError] = useState<string>();
  const [done, setDone] = useState(0);
  const [asked, setAsked] = useState(false);
  const { look, put } = useImport(() => {
    setFile(null);
    look.reset();
    // An empty field again: what was put in force is not chosen any more.
    setDone(done + 1);
  });
  const failed = look.error ?? put.error;
  // Another person's file waits, and this one is not the same: laid before in its place, it rejects that one.
  const rejects = waiting?.mine === false && look.data?.takesOff === true && look.data.agreesTo === null;
  const lacksWhy = rejects && why.trim().length < 3;
  const input = file && { fileName: file.fileName, csv: file.csv, publishedOn };
  const choose = async (chosen: File | undefined) => {
    look.reset();
    put.reset();
    setFile(null);
    setError(undefined);
    if (!chosen) return;
    const csv = await chosen.text();
    if (csv.length > largestLocalList) setError(`At most ${count(largestLocalList)} characters. This one has more.`);
    else if (csv.trim() === '') setError('The file is empty.');
    else setFile({ fileName: chosen.name, csv, bytes: chosen.size });
  };
  return (
    <Part id="import" title="Import our own list">
      <form
        className="import"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!file) setError('Choose a CSV file first.');
          else if (input && !look.isPending) look.mutate({ ...input, tryOnly: true });
        }}
      >
        <p className="ink-2 lead">
          A CSV file that takes the place of the list in force as a whole: what is not in it is taken off. Its columns
          are {localColumns.join(', ')}. The first two are needed; several values are parted by semicolons.
        </p>
        <FieldFrame
          id={`${id}-file`}
          label="CSV file"
          error={error}
          hint={file ? `${file.fileName}, ${bytesText(file.bytes)}` : undefined}
        >
          {(ids) => (
            <input
              {...ids}
              key={done}
              className="file"
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </FieldFrame>
        <Field
          id={`${id}-day`}
          label="Published on"
          type="date"
          max={today}
          value={publishedOn}
          onChange={(event) => {
            setPublishedOn(event.target.value);
            look.reset();
          }}
        />
        {waiting && <Waits waiting={waiting} />}
        {rejects && (
          <TextField
            id={`${id}-why`}
            label={`Why ${waiting.fileName} is rejected`}
            hint="It stands in the history of the list, and whoever laid it before reads it."
            rows={2}
            maxLength={500}
            value={why}
            error={asked && lacksWhy ? 'Say why it is rejected' : undefined}
            onChange={(event) => setWhy(event.target.value)}
          />
        )}
        <div className="row wraps acts">
          <Button type="submit" look="line" busy={look.isPending}>
            Read and compare
          </Button>
          {look.data && input && !look.data.unchanged && (
            <Button
              busy={put.isPending}
              onClick={() => {
                setAsked(true);
                if (!lacksWhy)
                  put.mutate({ ...input, tryOnly: false, proposalId: look.data.agreesTo, ...(rejects && { why }) });
              }}
            >
              {saysPut(look.data)}
            </Button>
          )}
        </div>
        {failed !== null && (
          <Notice kind="bad" live>
            {refusalWords(failed).text}
          </Notice>
        )}
        {look.data &&
          (look.data.unchanged ? <p role="status">{listNotices.unchanged.text}</p> : <Found found={look.data} />)}
      </form>
    </Part>
  );
}
