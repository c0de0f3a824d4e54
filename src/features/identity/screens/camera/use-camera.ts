import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import {
  type Camera,
  cameraOff,
  getPhotoSize,
  isCameraRunning,
  nextCameraState,
  parseCameraFault,
  videoConstraints,
} from './camera.ts';

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

export type LivePhoto = {
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
export function useCamera(onPhoto: (photo: File) => void): LivePhoto {
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
    const taken = video.current && (await capturePhoto(video.current));
    if (!stream.current) return;
    if (!taken) return send({ is: 'failed', fault: 'not_ready' });
    setPhoto(taken);
    send({ is: 'captured' });
    onPhoto(taken);
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
