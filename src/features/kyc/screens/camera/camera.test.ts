import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Camera,
  type CameraEvent,
  cameraOff,
  getPhotoSize,
  isCameraRunning,
  nextCameraState,
  parseCameraFault,
} from './camera.ts';

const reached = (...events: CameraEvent[]): Camera => events.reduce(nextCameraState, cameraOff);
const opened: CameraEvent = { is: 'opened' };
const streaming: CameraEvent = { is: 'streaming' };
const loaded: CameraEvent = { is: 'loaded' };
const captured: CameraEvent = { is: 'captured' };

describe('the live selfie', () => {
  it('goes from off over the stream to ready to captured', () => {
    expect(reached(opened).at).toBe('asking');
    expect(reached(opened, streaming).at).toBe('on');
    expect(reached(opened, streaming, loaded).at).toBe('ready');
    expect(reached(opened, streaming, loaded, captured).at).toBe('captured');
  });

  it('takes no photo before the preview is loaded', () => {
    expect(reached(opened, captured).at).toBe('asking');
    expect(reached(opened, streaming, captured).at).toBe('on');
  });

  it('returns to off after Retake and Remove without opening the camera', () => {
    expect(reached(opened, streaming, loaded, captured, { is: 'retaken' })).toEqual(cameraOff);
    expect(reached(opened, streaming, loaded, captured, { is: 'removed' })).toEqual(cameraOff);
  });

  it('is off after Cancel, and a stream that arrives later is not taken up', () => {
    expect(reached(opened, { is: 'cancelled' }, streaming)).toEqual(cameraOff);
  });

  it('keeps the fault until the next attempt', () => {
    const denied = reached(opened, { is: 'failed', fault: 'denied' });
    expect(denied).toEqual({ at: 'off', fault: 'denied', away: false });
    expect(nextCameraState(denied, opened)).toEqual({ at: 'asking' });
  });

  it('keeps running when a photo could not be taken', () => {
    const ready = reached(opened, streaming, loaded, { is: 'failed', fault: 'not_ready' });
    expect(ready).toEqual({ at: 'ready', fault: 'not_ready' });
    expect(nextCameraState(ready, captured).at).toBe('captured');
  });

  it('is switched off when the page is hidden, but a photo that was taken stays', () => {
    expect(reached(opened, streaming, loaded, { is: 'hidden' })).toEqual({ at: 'off', fault: null, away: true });
    expect(reached(opened, streaming, loaded, captured, { is: 'hidden' }).at).toBe('captured');
  });

  it('is captured only from a running camera', () => {
    const kinds = ['opened', 'streaming', 'loaded', 'captured', 'retaken', 'removed', 'cancelled', 'hidden'] as const;
    const event = fc.constantFrom<CameraEvent>(
      ...kinds.map((is) => ({ is })),
      { is: 'failed', fault: 'denied' },
      { is: 'failed', fault: 'not_ready' },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let camera = cameraOff;
        for (const next of events) {
          const then = nextCameraState(camera, next);
          if (then.at === 'captured' && camera.at !== 'captured') expect(isCameraRunning(camera)).toBe(true);
          camera = then;
        }
      }),
    );
  });
});

describe('camera errors of the browser', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'unavailable'],
    ['OverconstrainedError', 'unavailable'],
    ['TypeError', 'unsupported'],
    ['SomethingNewError', 'unavailable'],
  ])('%s maps to %s', (name, fault) => expect(parseCameraFault({ name })).toBe(fault));

  it('maps a value that is no error to unavailable', () => expect(parseCameraFault(null)).toBe('unavailable'));
});

describe('the size of the photo', () => {
  it('is that of the stream', () =>
    expect(getPhotoSize({ videoWidth: 1280, videoHeight: 720 })).toEqual({ width: 1280, height: 720 }));
  it('is 640 by 480 when the stream has no size', () =>
    expect(getPhotoSize({ videoWidth: 0, videoHeight: 0 })).toEqual({ width: 640, height: 480 }));
});
