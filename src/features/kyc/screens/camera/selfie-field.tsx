import { Camera as CameraIcon, Check, CircleAlert } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useId, useReducer, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastError } from '../../../../ui/toast.ts';
import { getUploadError } from '../../../../ui/upload-rules.ts';
import {
  type Camera,
  cameraMessages,
  cameraOff,
  getPhotoSize,
  isCameraRunning,
  nextCameraState,
  parseCameraFault,
  videoConstraints,
  waitingForCamera,
} from './camera.ts';
import { measurePhoto, type PhotoHint, photoHints, sample } from './photo-hints.ts';

/** JPEG quality of the selfie [000 §9]. */
const quality = 0.9;
const fileName = 'selfie.jpg';

const stop = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

async function openStream(): Promise<MediaStream> {
  // Undefined in old browsers and on insecure pages, unlike the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices?.getUserMedia) throw new TypeError('no camera interface');
  return devices.getUserMedia({ video: videoConstraints, audio: false });
}

async function capturePhoto(video: HTMLVideoElement): Promise<File | null> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, getPhotoSize(video));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return blob && new File([blob], fileName, { type: 'image/jpeg' });
}

type LivePhoto = {
  camera: Camera;
  video: RefObject<HTMLVideoElement | null>;
  preview: string | null;
  open: () => void;
  loaded: () => void;
  capture: () => void;
  retake: () => void;
  remove: () => void;
  cancel: () => void;
};

function usePreview(photo: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!photo) return setPreview(null);
    const url = URL.createObjectURL(photo);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [photo]);
  return preview;
}

function useHidden(onHidden: () => void): void {
  const latest = useRef(onHidden);
  latest.current = onHidden;
  useEffect(() => {
    const onVisibilityChange = () => document.visibilityState === 'hidden' && latest.current();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
}

/** Takes one photo [000 §4 Camera capture]. Stops the stream after the photo, when hidden, and on unmount. */
function useCamera(onPhoto: (photo: File) => void): LivePhoto {
  const [camera, send] = useReducer(nextCameraState, cameraOff);
  const [photo, setPhoto] = useState<File | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  /** Number of the current attempt. A stream that opens for an earlier attempt is stopped. */
  const attempt = useRef(0);

  const release = useCallback(() => {
    attempt.current += 1;
    stop(stream.current);
    stream.current = null;
  }, []);
  useEffect(() => release, [release]);

  const runs = isCameraRunning(camera);
  useEffect(() => {
    if (!runs) release();
  }, [runs, release]);

  useHidden(() => send({ is: 'hidden' }));
  const { at } = camera;
  useEffect(() => {
    if (at === 'on' && video.current) video.current.srcObject = stream.current;
  }, [at]);

  const open = async () => {
    send({ is: 'opened' });
    attempt.current += 1;
    const thisAttempt = attempt.current;
    try {
      const found = await openStream();
      if (thisAttempt !== attempt.current) return stop(found);
      stream.current = found;
      found.getVideoTracks()[0]?.addEventListener('ended', () => send({ is: 'failed', fault: 'unavailable' }));
      send({ is: 'streaming' });
    } catch (error) {
      if (thisAttempt === attempt.current) send({ is: 'failed', fault: parseCameraFault(error) });
    }
  };

  const capture = async () => {
    const newPhoto = video.current && (await capturePhoto(video.current));
    if (!stream.current) return;
    if (!newPhoto) return send({ is: 'failed', fault: 'not_ready' });
    setPhoto(newPhoto);
    send({ is: 'captured' });
    onPhoto(newPhoto);
  };

  const drop = (is: 'retaken' | 'removed') => () => {
    setPhoto(null);
    send({ is });
  };
  return {
    camera,
    video,
    preview: usePreview(photo),
    open: () => void open(),
    loaded: () => send({ is: 'loaded' }),
    capture: () => void capture(),
    retake: drop('retaken'),
    remove: drop('removed'),
    cancel: () => send({ is: 'cancelled' }),
  };
}

type SelfieSending =
  | { at: 'idle' | 'stored' }
  | { at: 'busy'; percent: number }
  | { at: 'failed'; text: string; photo: File };

function useSelfie(submission: string, onStored: (file: StoredFile | null) => void) {
  const [sending, setSending] = useState<SelfieSending>({ at: 'idle' });
  const running = useRef<AbortController | null>(null);
  const uploads = useRef(new WeakMap<File, string>());
  useEffect(() => () => running.current?.abort(), []);

  const send = async (photo: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const progress = (percent: number) => !controller.signal.aborted && setSending({ at: 'busy', percent });
    progress(0);
    const url = `/api/files?purpose=kyc-selfie&submission=${submission}`;
    const upload = uploads.current.get(photo) ?? crypto.randomUUID();
    uploads.current.set(photo, upload);
    const request = { url, file: photo, upload, onProgress: progress, signal: controller.signal };
    const result = await import('../../../../ui/upload.tsx').then(
      ({ sendFile }) => sendFile(request),
      () => ({ kind: 'lost' }) as const,
    );
    if (result.kind === 'left' || controller.signal.aborted) return;
    if (result.kind === 'sent') {
      setSending({ at: 'stored' });
      return onStored(result.file);
    }
    setSending({ at: 'failed', text: getUploadError(result, 'image', navigator).text, photo });
  };

  const drop = () => {
    running.current?.abort();
    setSending({ at: 'idle' });
    onStored(null);
  };
  return { sending, send: (photo: File) => void send(photo), drop };
}

type SelfieFieldProps = {
  submission: string;
  /** Photo that was uploaded before, here or on another device. */
  stored: StoredFile | null;
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

const measureEveryMs = 500;

/** Measures the picture while the camera runs. Two equal measurements change the hint, so that it does not flicker. */
function usePhotoHint(video: RefObject<HTMLVideoElement | null>, isReady: boolean): PhotoHint | null {
  const [hint, setHint] = useState<PhotoHint | null>(null);
  useEffect(() => {
    if (!isReady) return setHint(null);
    const canvas = Object.assign(document.createElement('canvas'), sample);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    let last: PhotoHint | null = null;
    const measure = () => {
      if (!context || !video.current) return;
      context.drawImage(video.current, 0, 0, sample.width, sample.height);
      const found = measurePhoto(context.getImageData(0, 0, sample.width, sample.height).data);
      if (found === last) setHint(found);
      last = found;
    };
    const timer = setInterval(measure, measureEveryMs);
    return () => clearInterval(timer);
  }, [isReady, video]);
  return hint;
}

const Guide = () => (
  <svg className="selfie-guide" viewBox="0 0 400 300" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
    <ellipse cx="160" cy="138" rx="82" ry="108" />
    <rect x="252" y="150" width="128" height="82" rx="8" />
  </svg>
);

function CameraLive({ photo, id }: { photo: LivePhoto; id: string }) {
  const { camera, video, loaded, capture, cancel } = photo;
  const ready = camera.at === 'ready';
  const hint = usePhotoHint(video, ready);
  return (
    <div className="selfie-live">
      <div className="selfie-view">
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label="Camera preview"
          data-ready={ready}
          onLoadedData={loaded}
        />
        {ready && <Guide />}
      </div>
      <p className="selfie-note t-xs" id={`${id}-wait`} role="status">
        {!ready
          ? waitingForCamera
          : hint
            ? photoHints[hint]
            : 'Keep your face and your ID in the picture and hold still.'}
      </p>
      <div className="row">
        <Button onClick={capture} disabled={!ready} aria-describedby={`${id}-wait`} data-next={ready || undefined}>
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
export function SelfieField({ submission, stored, error, onStored }: SelfieFieldProps) {
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
      {camera.at === 'off' && stored && (
        <div className="selfie-taken">
          <div className="body">
            <Sending sending={{ at: 'stored' }} again={send} />
            <Button variant="line" size="small" onClick={drop} data-next>
              Retake
            </Button>
          </div>
        </div>
      )}
      {camera.at === 'off' && !stored && <CameraOff photo={photo} describedBy={`${id}-hint`} />}
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
