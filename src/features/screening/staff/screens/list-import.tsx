import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { Field, FieldFrame, TextField } from '../../../../ui/field.tsx';
import { formatBytes } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { formatCount } from '../../../../ui/number-format.ts';
import { toastInfo, toastSuccess } from '../../../../ui/toast.ts';
import { listNotices } from '../../../compliance/notices.ts';
import { localColumns, maxLocalListLength } from '../../filters.ts';
import type { ImportedView, WaitingList } from '../../views.ts';
import { DiffNames } from './list-source.tsx';
import { formatCounts, formatDiff } from './list-words.ts';

type ChosenFile = { readonly fileName: string; readonly csv: string; readonly bytes: number };

const ImportPreview = ({ found }: { found: ImportedView }) => (
  <div className="stack-s" role="status">
    <p>
      <b>{formatDiff(found.diff)}.</b> The file contains {formatCounts(found)}.
    </p>
    <DiffNames diff={found.diff} />
  </div>
);

const getSubmitLabel = ({ takesOff, agreesTo }: ImportedView): string => {
  if (agreesTo !== null) return 'Approve and activate';
  return takesOff ? 'Send for approval' : 'Activate';
};

const PendingImport = ({ waiting: { fileName, proposedBy, isOwn, diff } }: { waiting: WaitingList }) => (
  <Notice kind="wait">
    {isOwn ? 'You' : proposedBy} proposed {fileName}: {formatDiff(diff)}.{' '}
    {isOwn
      ? 'To approve it, a second person must choose the same file here.'
      : 'To approve it, choose the same file here.'}
  </Notice>
);

function useImport(onDone: () => void) {
  const queries = useQueryClient();
  const preview = useMutation({ ...api.screening.importLocal.mutationOptions() });
  const apply = useMutation({
    ...api.screening.importLocal.mutationOptions(),
    onSuccess: (done: ImportedView) => {
      const isWaiting = done.takesOff && done.listId === null;
      if (done.unchanged) toastInfo(listNotices.unchanged);
      else if (isWaiting) toastSuccess(listNotices.laidBefore);
      else toastSuccess(listNotices.imported, { holds: formatCounts(done) });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.screening.key() }),
  });
  return { preview, apply };
}

export function ListImport({ today, waiting }: { today: string; waiting: WaitingList | null }) {
  const id = useId();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [publishedOn, setPublishedOn] = useState(today);
  const [why, setWhy] = useState('');
  const [error, setError] = useState<string>();
  const [done, setDone] = useState(0);
  const [isSubmitted, setSubmitted] = useState(false);
  const { preview, apply } = useImport(() => {
    setFile(null);
    preview.reset();
    // A new key resets the file input.
    setDone(done + 1);
  });
  const failed = preview.error ?? apply.error;
  const isRejection = waiting?.isOwn === false && preview.data?.takesOff === true && preview.data.agreesTo === null;
  const isReasonMissing = isRejection && why.trim().length < 3;
  const input = file && { fileName: file.fileName, csv: file.csv, publishedOn };
  const choose = async (chosen: File | undefined) => {
    preview.reset();
    apply.reset();
    setFile(null);
    setError(undefined);
    if (!chosen) return;
    const csv = await chosen.text();
    if (csv.length > maxLocalListLength)
      setError(`The file is too long. The limit is ${formatCount(maxLocalListLength)} characters.`);
    else if (csv.trim() === '') setError('The file is empty.');
    else setFile({ fileName: chosen.name, csv, bytes: chosen.size });
  };
  return (
    <PageSection id="import" title="Import our own list">
      <form
        className="import"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!file) setError('Choose a CSV file first.');
          else if (input && !preview.isPending) preview.mutate({ ...input, tryOnly: true });
        }}
      >
        <p className="ink-2 lead">
          The CSV file replaces the whole list. Entries that aren't in the file are removed. Its columns are{' '}
          {localColumns.join(', ')}. The first two are required. Separate multiple values with semicolons.
        </p>
        <FieldFrame
          id={`${id}-file`}
          label="CSV file"
          error={error}
          hint={file ? `${file.fileName}, ${formatBytes(file.bytes)}` : undefined}
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
            preview.reset();
          }}
        />
        {waiting && <PendingImport waiting={waiting} />}
        {isRejection && (
          <TextField
            id={`${id}-why`}
            label={`Reason for rejecting ${waiting.fileName}`}
            hint="Shown in the history of the list and to its proposer."
            rows={2}
            maxLength={500}
            value={why}
            error={isSubmitted && isReasonMissing ? 'Enter a reason' : undefined}
            onChange={(event) => setWhy(event.target.value)}
          />
        )}
        <div className="row wraps acts">
          <Button type="submit" variant="line" busy={preview.isPending}>
            Compare
          </Button>
          {preview.data && input && !preview.data.unchanged && (
            <Button
              busy={apply.isPending}
              onClick={() => {
                setSubmitted(true);
                if (!isReasonMissing)
                  apply.mutate({
                    ...input,
                    tryOnly: false,
                    proposalId: preview.data.agreesTo,
                    ...(isRejection && { why }),
                  });
              }}
            >
              {getSubmitLabel(preview.data)}
            </Button>
          )}
        </div>
        {failed !== null && (
          <Notice kind="bad" live>
            {errorMessage(failed).text}
          </Notice>
        )}
        {preview.data &&
          (preview.data.unchanged ? (
            <p role="status">{listNotices.unchanged.text}</p>
          ) : (
            <ImportPreview found={preview.data} />
          ))}
      </form>
    </PageSection>
  );
}
