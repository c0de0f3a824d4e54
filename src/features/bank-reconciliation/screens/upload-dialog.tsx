import { useMemo, useState } from 'react';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { ActionDialog } from '../../../ui/admin/action-dialog.tsx';
import { useInvalidate } from '../../../ui/admin/use-invalidate.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { serverNow } from '../../../ui/server-clock.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { getStatementDateReadings } from '../date-order.ts';
import { decodeStatement } from '../decode-statement.ts';
import { detectFormat } from '../detect-format.ts';
import { fileFaultMessages } from '../messages.ts';
import { lineToasts } from '../notices.ts';
import { parseStatement } from '../statement.ts';
import { type ConvertedFile, convertFile, detectFileKind, maxFileLength } from '../statement-file.ts';
import { fileKindLabels, type StatementFormat } from '../statement-format.ts';
import { Formats } from './format-fields.tsx';
import { DayOrder, Preview } from './statement-preview.tsx';

function useStatement(currency: 'JMD' | 'USD') {
  const [text, setWhole] = useState('');
  const [customFormat, setCustomFormat] = useState<StatementFormat | null>(null);
  const [isOrderKnown, setOrderKnown] = useState(false);
  const as = useMemo(() => ({ currency, today: jamaicaDay(serverNow()) }), [currency]);
  const kind = detectFileKind(text);
  const format = useMemo(
    () => customFormat ?? detectFormat(kind === 'csv' ? text : '', as),
    [customFormat, text, kind, as],
  );
  const file = useMemo(
    (): ConvertedFile => (kind === 'csv' ? { ok: true, text, format, skipped: [] } : convertFile(text, kind, as)),
    [text, kind, format, as],
  );
  const read = useMemo(() => (file.ok ? parseStatement(file.text, file.format, as) : null), [file, as]);
  const readings = useMemo(
    () => (kind === 'csv' ? getStatementDateReadings(text, format, as) : []),
    [text, kind, format, as],
  );
  return {
    ...{ whole: text, kind, file, read, format, readings },
    asksOrder: readings.length > 1,
    isOrderOpen: readings.length > 1 && !isOrderKnown,
    changeFormat: (changed: StatementFormat, isOrderChosen: boolean) => {
      setCustomFormat(changed);
      setOrderKnown(isOrderKnown || isOrderChosen);
    },
    load: (text: string) => {
      setWhole(text);
      setCustomFormat(null);
      setOrderKnown(false);
    },
  };
}
type Statement = ReturnType<typeof useStatement>;

function Reading({ statement, currency, error }: { statement: Statement; currency: 'JMD' | 'USD'; error?: string }) {
  const { kind, file, read, format, readings, asksOrder, isOrderOpen, changeFormat } = statement;
  if (!file.ok) return <p role="status">{fileFaultMessages[file.fault]}</p>;
  return (
    <>
      {asksOrder && (
        <DayOrder
          readings={readings}
          chosen={isOrderOpen ? null : format.day}
          error={error}
          onChoose={(day) => changeFormat({ ...format, day }, true)}
        />
      )}
      {read && !isOrderOpen && (
        <Preview read={read} currency={currency} fileSkipped={file.skipped} amounts={file.format.amounts} />
      )}
      {kind === 'csv' && (
        <Formats
          format={format}
          isFaulty={read?.ok === false}
          isOrderOpen={isOrderOpen}
          onFormat={(changed, isKept) => changeFormat(changed, isKept || changed.day !== format.day)}
        />
      )}
    </>
  );
}

export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [currency, setCurrency] = useState<'JMD' | 'USD'>('JMD');
  const statement = useStatement(currency);
  const { whole: text, kind, file, isOrderOpen, load } = statement;
  const [isOrderMissing, setOrderMissing] = useState(false);
  const { afterRefresh } = useInvalidate(api.bankLines.key());
  const upload = useCommand(api.bankLines.upload, {
    done: (counts) => {
      onClose();
      afterRefresh(() => toastSuccess(lineToasts.uploaded, { added: String(counts.added), read: String(counts.read) }));
    },
  });
  const chooseFile = async (file: File | undefined) => {
    if (file) load(decodeStatement(new Uint8Array(await file.slice(0, 3 * maxFileLength).arrayBuffer())));
  };
  return (
    <ActionDialog
      title="Upload a statement"
      says="Save new lines"
      wide
      busy={upload.isPending}
      submit={() => {
        setOrderMissing(isOrderOpen);
        if (file.ok && !isOrderOpen) upload.mutate({ currency, text: file.text, format: file.format });
      }}
      onClose={onClose}
    >
      <p className="ink-2">You can safely upload a file twice. Uploading doesn't confirm any payments.</p>
      <SelectField
        id="statement-currency"
        label="Account"
        options={[
          { value: 'JMD', name: 'Our J$ account' },
          { value: 'USD', name: 'Our US$ account' },
        ]}
        value={currency}
        onChange={(event) => setCurrency(event.target.value === 'USD' ? 'USD' : 'JMD')}
      />
      <Field
        id="statement-file"
        label="File"
        labelNote="CSV, OFX or CAMT.053"
        type="file"
        onChange={(event) => void chooseFile(event.target.files?.[0])}
      />
      {kind === 'csv' && (
        <TextField
          id="statement-text"
          label="Or paste lines"
          rows={4}
          value={text}
          onChange={(event) => load(event.target.value)}
        />
      )}
      {(kind === 'camt' || kind === 'ofx') && (
        <div className="row between wraps">
          <p>We recognised {fileKindLabels[kind]} by its content.</p>
          <Button size="small" variant="line" onClick={() => load('')}>
            Paste lines instead
          </Button>
        </div>
      )}
      {text !== '' && (
        <Reading
          statement={statement}
          currency={currency}
          {...(isOrderMissing && isOrderOpen && { error: 'Choose how dates are written' })}
        />
      )}
    </ActionDialog>
  );
}
