import type { CameraFault } from './camera.ts';

/** Documented camera errors [000 §8 Camera errors]. */
export const cameraMessages: Readonly<Record<CameraFault, { title: string; text: string }>> = {
  denied: {
    title: 'Camera permission denied',
    text: 'Allow the camera for this site in the settings of your browser, then press Open Camera again.',
  },
  missing: {
    title: 'No camera found',
    text: 'This device has no camera. Connect one, or open this page on your phone.',
  },
  unavailable: {
    title: 'Requested camera unavailable',
    text: 'Another program may be using the camera. Close it, then press Open Camera again.',
  },
  unsupported: {
    title: 'Camera not supported',
    text: 'This browser cannot open a camera here. Use a current Chrome, Safari, Edge or Firefox.',
  },
  not_ready: {
    title: 'Camera not ready',
    text: 'Wait until you see yourself, then press Capture again.',
  },
};

/** Shown while 'Capture' is disabled [000 §2 KYC Tier 1 form]. */
export const waitingForCamera = 'Waiting for camera... please allow permissions.';
