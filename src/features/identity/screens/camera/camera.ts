/**
 * The course of a live photo [000 §4 Camera capture]: off, then the stream is on, then ready once the preview is
 * loaded, then captured, with the stream stopped. Retake and Remove lead back to off: a camera is never opened unasked.
 * Pure.
 */
export type CameraFault = 'denied' | 'missing' | 'unavailable' | 'unsupported' | 'not_ready';

export type Camera =
  /** `fault` is why it is off again; `away` that whoever used it looked at something else meanwhile. */
  | { readonly at: 'off'; readonly fault: CameraFault | null; readonly away: boolean }
  /** The person was asked for permission; nothing is seen yet. */
  | { readonly at: 'asking' }
  | { readonly at: 'on' }
  /** `fault` is a capture that failed and may be tried again at once. */
  | { readonly at: 'ready'; readonly fault: CameraFault | null }
  | { readonly at: 'captured' };

export type CameraEvent =
  | { readonly is: 'opened' | 'streaming' | 'loaded' | 'captured' | 'retaken' | 'removed' | 'cancelled' | 'hidden' }
  | { readonly is: 'failed'; readonly fault: CameraFault };

const off = (fault: CameraFault | null, away = false): Camera => ({ at: 'off', fault, away });
export const cameraOff: Camera = off(null);

/** Whether the device may be giving pictures, so that leaving this state has to stop it. */
export const cameraRuns = ({ at }: Camera): boolean => at === 'asking' || at === 'on' || at === 'ready';

/** A picture that could not be taken leaves the camera running; every other failure ends it. */
function failed(camera: Camera, fault: CameraFault): Camera {
  if (!cameraRuns(camera)) return camera;
  if (fault === 'not_ready') return camera.at === 'ready' ? { at: 'ready', fault } : camera;
  return off(fault);
}

/** The next state; an event that has no meaning in a state leaves it as it is. */
export function cameraAfter(camera: Camera, event: CameraEvent): Camera {
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
      return cameraRuns(camera) ? cameraOff : camera;
    case 'hidden':
      return cameraRuns(camera) ? off(null, true) : camera;
    case 'failed':
      return failed(camera, event.fault);
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

/** What a browser's refusal to open the camera means, by the name of its error; older names included. */
export function cameraFaultOf(error: unknown): CameraFault {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return faults[name] ?? 'unavailable';
}

/** The size of the photo in pixels: that of the stream, or 640 by 480 where the stream does not say [000 §9]. */
export const photoSize = ({ videoWidth, videoHeight }: { videoWidth: number; videoHeight: number }) =>
  videoWidth > 0 && videoHeight > 0 ? { width: videoWidth, height: videoHeight } : { width: 640, height: 480 };

/** Asked of the camera: 1080 lines where it has them, so that the ID beside the face can be read; else what it has. */
export const asked = { facingMode: 'user', width: { ideal: 1920 }, height: { ideal: 1080 } } as const;
