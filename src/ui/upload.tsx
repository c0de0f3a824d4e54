import { Check, CircleAlert, FileText, ImageUp, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { FieldError } from './field.tsx';
import { formatBytes } from './format.ts';
import type { StoredFile } from './send-file.ts';
import type { ToastMessage } from './toast.ts';
import { type Accept, accepted, getAcceptAttribute } from './upload-rules.ts';
import { type UploadState, useUpload } from './use-upload.ts';

/** Exported here, so that pages with an upload load both in one file. */
export { sendFile } from './send-file.ts';

type UploadProps = {
  label: ReactNode;
  /** Purpose of the file. The server derives access and allowed types. */
  purpose: string;
  /** Submission id. Required for identity documents. */
  submission?: string | undefined;
  accept?: Accept;
  /** Lets the caller pick a file if the user selected several. */
  pickFile?: ((files: readonly File[]) => Promise<File | undefined>) | undefined;
  /** Controlled value; null for no file. If undefined, the component stores the value. */
  value?: StoredFile | null | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  failed?: ToastMessage<`${string}{message}`> | undefined;
  onUploaded: (file: StoredFile) => void;
  onRemoved?: () => void;
};

function Thumb({ preview, empty }: { preview: string | null; empty: boolean }) {
  const Icon = empty ? ImageUp : FileText;
  return (
    <span className="thumb">{preview ? <img src={preview} alt="" /> : <Icon className="ic" aria-hidden="true" />}</span>
  );
}

function Progress({ state }: { state: Extract<UploadState, { status: 'busy' }> }) {
  const { name, size, percent } = state;
  return (
    <div className="body">
      <div className="row between">
        <div className="name">{name}</div>
        <span className="num t-xs b">{percent}%</span>
      </div>
      <div className="prog" role="progressbar" aria-label={`Uploading ${name}`} aria-valuenow={percent}>
        <i style={{ '--v': percent }} />
      </div>
      <div className="t-xs ink-3 num">{formatBytes(size)}. We'll retry if the connection drops.</div>
    </div>
  );
}

const prompts: Partial<Record<Accept, string>> = {
  image: 'Add a photo',
  word: 'Add a Word document',
  document: 'Add a photo or document',
};

const stateClasses = { empty: 'up', busy: 'up busy', failed: 'up fail', done: 'up done' };

export function Upload({ label, hint, error, accept = 'proof', pickFile, ...uploadProps }: UploadProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setOver] = useState(false);
  const { state, preview, choose, remove, again } = useUpload({ accept, ...uploadProps });
  const described = error ? `${id}-error ${id}-hint` : `${id}-hint`;
  const open = () => input.current?.click();
  const handleFiles = async (files: FileList | null) => {
    // Copies the list, because clearing the input empties it.
    const copies = [...(files ?? [])];
    const file = pickFile ? await pickFile(copies) : copies[0];
    if (file) await choose(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    void handleFiles(event.dataTransfer.files);
  };
  return (
    <div className={error ? 'field is-err' : 'field'}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the file input is the accessible alternative. */}
      <div
        className={isDragOver ? `${stateClasses[state.status]} over` : stateClasses[state.status]}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          className="sr"
          type="file"
          multiple={pickFile !== undefined}
          accept={getAcceptAttribute(accept)}
          aria-labelledby={`${id}-label`}
          aria-describedby={described}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            void handleFiles(event.target.files);
            // Allows selecting the same file again.
            event.target.value = '';
          }}
        />
        <Thumb preview={preview} empty={state.status === 'empty'} />
        {state.status === 'empty' && (
          <label className="body" htmlFor={id}>
            <b>{prompts[accept] ?? 'Add a photo or PDF'}</b>
            <br />
            <span className="t-xs ink-3">{accepted[accept].text}</span>
          </label>
        )}
        {state.status === 'busy' && <Progress state={state} />}
        {state.status === 'failed' && (
          <div className="body" role="alert">
            <div className="name">{state.name}</div>
            <div className="err">
              <CircleAlert className="ic" aria-hidden="true" />
              {state.text}
            </div>
          </div>
        )}
        {state.status === 'done' && (
          <div className="body" role="status">
            <div className="name">{state.file.name}</div>
            <div className="t-xs ok row">
              <Check className="ic" aria-hidden="true" />
              {state.file.state === 'being_checked' ? 'Uploaded, virus scan running' : 'Uploaded'},{' '}
              {formatBytes(state.file.bytes)}
            </div>
          </div>
        )}
        <UploadActions state={state} onOpen={open} onRetry={again} onRemove={remove} />
      </div>
      <FieldError id={id} text={error} />
      <div className="hint" id={`${id}-hint`}>
        {hint}
      </div>
    </div>
  );
}

type UploadActionsProps = { state: UploadState; onOpen: () => void; onRetry: () => void; onRemove: () => void };

function UploadActions({ state, onOpen, onRetry, onRemove }: UploadActionsProps) {
  if (state.status === 'empty') return null;
  return (
    <>
      {state.status === 'failed' && (
        <button type="button" className="btn bare sm" onClick={state.again ? onRetry : onOpen}>
          {state.again ? 'Try again' : 'Choose another file'}
        </button>
      )}
      {state.status === 'done' && (
        <button type="button" className="btn bare sm" onClick={onOpen}>
          Replace
        </button>
      )}
      <button
        type="button"
        className="btn bare sm icon"
        aria-label={state.status === 'busy' ? 'Cancel upload' : 'Remove file'}
        onClick={onRemove}
      >
        <X className="ic" aria-hidden="true" />
      </button>
    </>
  );
}
