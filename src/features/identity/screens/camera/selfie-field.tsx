import { Camera as CameraIcon, Check, CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastError } from '../../../../ui/toast.ts';
import type { Camera } from './camera.ts';
import { cameraMessages, waitingForCamera } from './camera-messages.ts';
import { type LivePhoto, useCamera } from './use-camera.ts';
import { type SelfieSending, useSelfie } from './use-selfie.ts';

type SelfieFieldProps = {
  submission: string;
  error?: string | undefined;
  onStored: (file: StoredFile | null) => void;
};

const getFault = (camera: Camera) => ('fault' in camera ? camera.fault : null);

function useFaultToast(camera: Camera): void {
  const reported = useRef<Camera | null>(null);
  useEffect(() => {
    const fault = getFault(camera);
    if (fault === null || reported.current === camera) return;
    reported.current = camera;
    toastError(cameraMessages[fault]);
  }, [camera]);
}

/** Moves the focus to the next button when a state change removes the focused button. */
function useFocusOn(at: Camera['at'], box: RefObject<HTMLElement | null>): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    const { activeElement } = document;
    const hasLostFocus =
      activeElement === document.body || activeElement === null || box.current?.contains(activeElement);
    if (hasLostFocus) box.current?.querySelector<HTMLElement>('[data-next]')?.focus();
  }, [at, box]);
}

function CameraOff({ photo, describedBy }: { photo: LivePhoto; describedBy: string }) {
  const { camera, open } = photo;
  return (
    <div className="selfie-off">
      <span className="thumb">
        <CameraIcon className="ic" aria-hidden="true" />
      </span>
      <p className="body t-xs ink-2">
        {camera.at === 'off' && camera.away
          ? 'We switched the camera off because you left the page.'
          : 'The camera opens on this page. We keep one photo and no video.'}
      </p>
      <Button variant="line" onClick={open} data-next aria-describedby={describedBy}>
        Open Camera
      </Button>
    </div>
  );
}

function CameraLive({ photo, id }: { photo: LivePhoto; id: string }) {
  const { camera, video, loaded, capture, cancel } = photo;
  const ready = camera.at === 'ready';
  return (
    <div className="selfie-live">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label="Camera preview"
        data-ready={ready}
        onLoadedData={loaded}
      />
      <p className="selfie-note t-xs" id={`${id}-wait`} role="status">
        {ready ? 'Keep your face and your ID in the picture and hold still.' : waitingForCamera}
      </p>
      <div className="row">
        <Button
          variant="line"
          onClick={capture}
          disabled={!ready}
          aria-describedby={`${id}-wait`}
          data-next={ready || undefined}
        >
          Capture
        </Button>
        <Button variant="bare" onClick={cancel} data-next={!ready || undefined}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Sending({ sending, again }: { sending: SelfieSending; again: (photo: File) => void }) {
  if (sending.at === 'busy') return <p className="t-xs ink-2 num">Sending, {sending.percent}%</p>;
  if (sending.at === 'stored')
    return (
      <p className="t-xs ok row">
        <Check className="ic" aria-hidden="true" />
        Uploaded
      </p>
    );
  if (sending.at !== 'failed') return null;
  return (
    <div className="row">
      <p className="err">
        <CircleAlert className="ic" aria-hidden="true" />
        {sending.text}
      </p>
      <Button variant="bare" size="small" onClick={() => again(sending.photo)}>
        Try again
      </Button>
    </div>
  );
}

/** 'Live Selfie with ID': camera only, no gallery [000 §2 KYC Tier 1 form]. */
export function SelfieField({ submission, error, onStored }: SelfieFieldProps) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const { sending, send, drop } = useSelfie(submission, onStored);
  const photo = useCamera(send);
  const { camera, preview } = photo;
  useFaultToast(camera);
  useFocusOn(camera.at, box);
  const fault = getFault(camera);
  const errorText = fault ? `${cameraMessages[fault].title}. ${cameraMessages[fault].text}` : error;
  const withReset = (command: () => void) => () => {
    command();
    drop();
  };
  return (
    <fieldset className={errorText ? 'field is-err selfie' : 'field selfie'} ref={box} data-field="selfie">
      <legend className="sr">Live Selfie with ID</legend>
      {camera.at === 'off' && <CameraOff photo={photo} describedBy={`${id}-hint`} />}
      {(camera.at === 'asking' || camera.at === 'on' || camera.at === 'ready') && <CameraLive photo={photo} id={id} />}
      {camera.at === 'captured' && (
        <div className="selfie-taken">
          {preview && <img src={preview} alt="Your selfie with ID" />}
          <div className="body">
            <div role="status">
              <Sending sending={sending} again={send} />
            </div>
            <div className="row">
              <Button variant="line" size="small" onClick={withReset(photo.retake)} data-next>
                Retake
              </Button>
              <Button variant="bare" size="small" onClick={withReset(photo.remove)}>
                Remove
              </Button>
            </div>
          </div>
        </div>
      )}
      {errorText && (
        <div className="err" role="alert">
          <CircleAlert className="ic" aria-hidden="true" />
          {errorText}
        </div>
      )}
      <div className="hint" id={`${id}-hint`}>
        Hold your ID next to your face, so we can see both. Take off sunglasses and hats.
      </div>
    </fieldset>
  );
}
