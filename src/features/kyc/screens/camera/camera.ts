/** Camera state machine [000 §4 Camera capture]. Retake and Remove return to `off`: only a click opens the camera. */
type CameraFault = 'denied' | 'missing' | 'unavailable' | 'unsupported' | 'not_ready';

export type Camera =
  /** `away`: the camera stopped because the page was hidden. */
  | { readonly at: 'off'; readonly fault: CameraFault | null; readonly away: boolean }
  | { readonly at: 'asking' }
  | { readonly at: 'on' }
  | { readonly at: 'ready'; readonly fault: CameraFault | null }
  | { readonly at: 'captured' };

export type CameraEvent =
  | { readonly is: 'opened' | 'streaming' | 'loaded' | 'captured' | 'retaken' | 'removed' | 'cancelled' | 'hidden' }
  | { readonly is: 'failed'; readonly fault: CameraFault };

const off = (fault: CameraFault | null, away = false): Camera => ({ at: 'off', fault, away });
export const cameraOff: Camera = off(null);

export const isCameraRunning = ({ at }: Camera): boolean => at === 'asking' || at === 'on' || at === 'ready';

function nextAfterFailure(camera: Camera, fault: CameraFault): Camera {
  if (!isCameraRunning(camera)) return camera;
  if (fault === 'not_ready') return camera.at === 'ready' ? { at: 'ready', fault } : camera;
  return off(fault);
}

/** Returns the next state. An event that does not apply to the state changes nothing. */
export function nextCameraState(camera: Camera, event: CameraEvent): Camera {
  switch (event.is) {
    case 'opened':
      return camera.at === 'off' ? { at: 'asking' } : camera;
    case 'streaming':
      return camera.at === 'asking' ? { at: 'on' } : camera;
    case 'loaded':
      return camera.at === 'on' ? { at: 'ready', fault: null } : camera;
    case 'captured':
      return camera.at === 'ready' ? { at: 'captured' } : camera;
    case 'retaken':
    case 'removed':
      return camera.at === 'captured' ? cameraOff : camera;
    case 'cancelled':
      return isCameraRunning(camera) ? cameraOff : camera;
    case 'hidden':
      return isCameraRunning(camera) ? off(null, true) : camera;
    case 'failed':
      return nextAfterFailure(camera, event.fault);
  }
}

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  NotReadableError: 'unavailable',
  TrackStartError: 'unavailable',
  OverconstrainedError: 'unavailable',
  AbortError: 'unavailable',
  NotSupportedError: 'unsupported',
  TypeError: 'unsupported',
};

export function parseCameraFault(error: unknown): CameraFault {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return faults[name] ?? 'unavailable';
}

/** Returns the photo size in pixels: the stream's size, or 640 × 480 when unknown [000 §9]. */
export const getPhotoSize = ({ videoWidth, videoHeight }: { videoWidth: number; videoHeight: number }) =>
  videoWidth > 0 && videoHeight > 0 ? { width: videoWidth, height: videoHeight } : { width: 640, height: 480 };

export const videoConstraints = { facingMode: 'user', width: { ideal: 1920 }, height: { ideal: 1080 } } as const;

/** [000 §8 Camera errors] */
export const cameraMessages: Readonly<Record<CameraFault, { title: string; text: string }>> = {
  denied: {
    title: 'Camera permission denied',
    text: 'Allow camera access for this site in your browser settings, then press Open Camera again.',
  },
  missing: {
    title: 'No camera found',
    text: 'This device has no camera. Connect one, or open this page on your phone.',
  },
  unavailable: {
    title: 'Requested camera unavailable',
    text: 'Another app may be using the camera. Close that app, then press Open Camera again.',
  },
  unsupported: {
    title: 'Camera not supported',
    text: "This browser can't open a camera here. Please use an up-to-date Chrome, Safari, Edge or Firefox.",
  },
  not_ready: {
    title: 'Camera not ready',
    text: 'Wait until you see yourself, then press Capture again.',
  },
};

/** Shown while 'Capture' is disabled [000 §2 KYC Tier 1 form]. */
export const waitingForCamera = 'Waiting for camera... please allow permissions.';
