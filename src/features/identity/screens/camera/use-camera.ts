import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { asked, type Camera, cameraAfter, cameraFaultOf, cameraOff, cameraRuns, photoSize } from './camera.ts';

/** Quality of the selfie as a JPEG [000 §9]. */
const quality = 0.9;
const fileName = 'selfie.jpg';

const stop = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** Asks for the camera that looks at the person. Throws what the browser throws, or a TypeError where there is none. */
async function openStream(): Promise<MediaStream> {
  // Missing outside a secure connection and in old browsers, whatever the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices?.getUserMedia) throw new TypeError('no camera interface');
  return devices.getUserMedia({ video: asked, audio: false });
}

/** The picture the video shows now, as a JPEG; null when it shows none yet. */
async function photoOf(video: HTMLVideoElement): Promise<File | null> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, photoSize(video));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return blob && new File([blob], fileName, { type: 'image/jpeg' });
}

export type LivePhoto = {
  camera: Camera;
  video: RefObject<HTMLVideoElement | null>;
  /** Address of the photo taken, for showing it. */
  preview: string | null;
  open: () => void;
  loaded: () => void;
  capture: () => void;
  retake: () => void;
  remove: () => void;
  cancel: () => void;
};

/** The address of a picture in memory, given back when the picture goes. */
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

/** Calls back when the page is no longer seen: another tab, another program, a locked phone. */
function useHidden(onHidden: () => void): void {
  const latest = useRef(onHidden);
  latest.current = onHidden;
  useEffect(() => {
    const look = () => document.visibilityState === 'hidden' && latest.current();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}

/**
 * The camera of the device for one photo [000 §4 Camera capture]. The stream is given back as soon as nobody needs it:
 * after the photo, on Cancel, when the page is hidden and when the screen closes, also when permission comes only after
 * that.
 */
export function useCamera(onPhoto: (photo: File) => void): LivePhoto {
  const [camera, send] = useReducer(cameraAfter, cameraOff);
  const [photo, setPhoto] = useState<File | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  /** Counts the openings: a stream that comes for an older one is stopped at once. */
  const turn = useRef(0);

  const release = useCallback(() => {
    turn.current += 1;
    stop(stream.current);
    stream.current = null;
  }, []);
  useEffect(() => release, [release]);

  const runs = cameraRuns(camera);
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
    turn.current += 1;
    const mine = turn.current;
    try {
      const found = await openStream();
      if (mine !== turn.current) return stop(found);
      stream.current = found;
      // Somebody pulled the plug, or took the permission away again.
      found.getVideoTracks()[0]?.addEventListener('ended', () => send({ is: 'failed', fault: 'unavailable' }));
      send({ is: 'streaming' });
    } catch (error) {
      if (mine === turn.current) send({ is: 'failed', fault: cameraFaultOf(error) });
    }
  };

  const capture = async () => {
    const taken = video.current && (await photoOf(video.current));
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
