import type { CameraFault } from './camera.ts';

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
