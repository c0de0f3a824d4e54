import { Check, CircleAlert, FileText, ImageUp, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { FieldError } from './field.tsx';
import { bytesText } from './format.ts';
import type { StoredFile } from './send-file.ts';
import type { Notice } from './toast.ts';
import { type Accept, accepted, choosable } from './upload-rules.ts';
import { type UploadState, useUpload } from './use-upload.ts';

type UploadProps = {
  label: ReactNode;
  /** What the file is for; the server decides by it who may read the file and what it must be. */
  purpose: string;
  /** The submission that the file is for: papers of an identity check need one. */
  submission?: string | undefined;
  accept?: Accept;
  /** Several may be chosen at once; this says which of them is sent. */
  among?: ((files: readonly File[]) => Promise<File | undefined>) | undefined;
  /** The file that is stored already. Give `null` (not undefined) for "none" when the form owns it. */
  value?: StoredFile | null | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** What the toast says of a file that did not arrive, where that is not 'Upload Failed'. */
  failed?: Notice<`${string}{message}`> | undefined;
  onUploaded: (file: StoredFile) => void;
  onRemoved?: () => void;
};

function Thumb({ preview, empty }: { preview: string | null; empty: boolean }) {
  const Icon = empty ? ImageUp : FileText;
  return (
    <span className="thumb">{preview ? <img src={preview} alt="" /> : <Icon className="ic" aria-hidden="true" />}</span>
  );
}

function Progress({ state }: { state: Extract<UploadState, { at: 'busy' }> }) {
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
      <div className="t-xs ink-3 num">{bytesText(size)}. Tries again by itself if the connection drops.</div>
    </div>
  );
}

/** What is asked for, where it is not a photo or a PDF. */
const invitations: Partial<Record<Accept, string>> = {
  image: 'Add a photo',
  word: 'Add a Word document',
  document: 'Add a photo or document',
};

const looks = { empty: 'up', busy: 'up busy', failed: 'up fail', done: 'up done' };

/** Sends one file as soon as it is chosen or dropped, and shows how it goes. */
export function Upload({ label, hint, error, accept = 'proof', among, ...course }: UploadProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { state, preview, choose, remove, again } = useUpload({ accept, ...course });
  const described = error ? `${id}-error ${id}-hint` : `${id}-hint`;
  const open = () => input.current?.click();
  const take = async (files: FileList | null) => {
    // Copied first: the list is the field's, which is emptied at once.
    const given = [...(files ?? [])];
    const file = among ? await among(given) : given[0];
    if (file) await choose(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    void take(event.dataTransfer.files);
  };
  return (
    <div className={error ? 'field is-err' : 'field'}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the input does the same. */}
      <div
        className={over ? `${looks[state.at]} over` : looks[state.at]}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          className="sr"
          type="file"
          multiple={among !== undefined}
          accept={choosable(accept)}
          aria-labelledby={`${id}-label`}
          aria-describedby={described}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            void take(event.target.files);
            // The same file can be chosen once more after it failed.
            event.target.value = '';
          }}
        />
        <Thumb preview={preview} empty={state.at === 'empty'} />
        {state.at === 'empty' && (
          <label className="body" htmlFor={id}>
            <b>{invitations[accept] ?? 'Add a photo or PDF'}</b>
            <br />
            <span className="t-xs ink-3">{accepted[accept].words}</span>
          </label>
        )}
        {state.at === 'busy' && <Progress state={state} />}
        {state.at === 'failed' && (
          <div className="body" role="alert">
            <div className="name">{state.name}</div>
            <div className="err">
              <CircleAlert className="ic" aria-hidden="true" />
              {state.text}
            </div>
          </div>
        )}
        {state.at === 'done' && (
          <div className="body" role="status">
            <div className="name">{state.file.name}</div>
            <div className="t-xs ok row">
              <Check className="ic" aria-hidden="true" />
              {state.file.state === 'being_checked' ? 'Uploaded, being checked' : 'Uploaded'},{' '}
              {bytesText(state.file.bytes)}
            </div>
          </div>
        )}
        <UploadActs state={state} onOpen={open} onAgain={again} onRemove={remove} />
      </div>
      <FieldError id={id} text={error} />
      <div className="hint" id={`${id}-hint`}>
        {hint}
      </div>
    </div>
  );
}

type Acts = { state: UploadState; onOpen: () => void; onAgain: () => void; onRemove: () => void };

function UploadActs({ state, onOpen, onAgain, onRemove }: Acts) {
  if (state.at === 'empty') return null;
  return (
    <>
      {state.at === 'failed' && (
        <button type="button" className="btn bare sm" onClick={state.again ? onAgain : onOpen}>
          {state.again ? 'Try again' : 'Choose another'}
        </button>
      )}
      {state.at === 'done' && (
        <button type="button" className="btn bare sm" onClick={onOpen}>
          Replace
        </button>
      )}
      <button
        type="button"
        className="btn bare sm icon"
        aria-label={state.at === 'busy' ? 'Cancel upload' : 'Remove file'}
        onClick={onRemove}
      >
        <X className="ic" aria-hidden="true" />
      </button>
    </>
  );
}
