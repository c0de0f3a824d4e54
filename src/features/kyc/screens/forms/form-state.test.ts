import { ORPCError } from '@orpc/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildExample } from '../../../../../test/kyc-examples.ts';
import { toOrpcError } from '../../../../platform/http/procedure.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { SubmitEnhanced } from '../../enhanced-schema.ts';
import { tierItems } from '../../items.ts';
import { refusal } from '../../messages.ts';
import { SubmitTier1 } from '../../tier1-schema.ts';
import { SubmitTier2 } from '../../tier2-schema.ts';
import type { TierNumber } from '../../tiers.ts';
import type { OwnTier } from '../../views.ts';
import {
  type Camera,
  type CameraEvent,
  cameraOff,
  getPhotoSize,
  isCameraRunning,
  nextCameraState,
  parseCameraFault,
} from '../camera/camera.ts';
import { getEnhancedDefaults } from './enhanced-form.tsx';
import { findMissingFiles, getReason, type Opened, requiredDocuments } from './form-state.ts';
import { getFailureMessage } from './kyc-form.tsx';
import { getTier1Defaults } from './tier1-form.tsx';
import { getTier2Defaults } from './tier2-form.tsx';

const id = '7b0c9f4e-52a1-4d56-9a3e-0c1d2e3f4a5b';
const file = { id, name: 'bill.pdf', bytes: 1000, mime: 'application/pdf' };

function opened(tier: TierNumber, change: Partial<OwnTier> = {}): Opened {
  const nothing = { submissionId: null, submittedAt: null, decidedAt: null, waitsFor: null, items: [], keep: [] };
  const first = {
    status: 'not_submitted',
    action: 'start',
    obstacle: null,
    loses: false,
    hasDraft: false,
    prefill: {},
  } as const;
  return { id, tier: { tier, ...nothing, ...first, give: tierItems[tier], ...change } };
}

describe('an opened form', () => {
  it('asks for everything the first time, with a national ID by default', () => {
    const start = getTier1Defaults(opened(1));
    expect(start.id).toBe(id);
    expect(start.id_document).toEqual({ idType: 'national_id', idNumber: '', file: null });
    expect(Object.values(start)).not.toContain(null);
  });

  it('asks only for failed items', () => {
    const start = getTier2Defaults(opened(2, { give: ['address_proof'], keep: ['employment', 'income_proof'] }));
    expect(start).toEqual({ id, employment: null, address_proof: { file: null }, income_proof: null });
  });

  it('starts with earlier values, never with a masked number', () => {
    const details = {
      fullName: 'Kerry-Ann Brown',
      dateOfBirth: '1990-04-12',
      phone: '+18765550142',
      address: 'Kingston',
    };
    const document = { idType: 'passport' as const, idNumberMasked: '•••••123' };
    const start = getTier1Defaults(opened(1, { prefill: { personal_details: details, id_document: document } }));
    expect(start.personal_details).toEqual(details);
    expect(start.id_document).toMatchObject({ idType: 'passport', idNumber: '' });
  });

  it('clears a choice that is no longer offered', () => {
    const old = { ...buildExample('employment'), employmentStatus: 'pirate', jobTitle: 'Captain' };
    const start = getTier2Defaults(opened(2, { prefill: { employment: { ...old, sourceOfFunds: 'savings' } } }));
    expect(start.employment).toMatchObject({ employmentStatus: '', sourceOfFunds: 'savings', jobTitle: 'Captain' });
  });

  it('fails validation untouched when fields are required', () => {
    expect(SubmitTier1.safeParse(getTier1Defaults(opened(1))).success).toBe(false);
    expect(SubmitTier2.safeParse(getTier2Defaults(opened(2))).success).toBe(false);
    expect(SubmitEnhanced.safeParse(getEnhancedDefaults(opened(3))).success).toBe(false);
  });

  it('passes validation untouched when only a file is required', () => {
    const partial = opened(2, { give: ['address_proof'], keep: ['employment', 'income_proof'] });
    expect(SubmitTier2.safeParse(getTier2Defaults(partial)).success).toBe(true);
  });

  it('keeps wallets as entered', () => {
    const wallet = {
      cryptoSymbol: 'ETH',
      network: 'erc20',
      walletProvider: 'metamask',
      customWalletProvider: '',
      walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    };
    const start = getEnhancedDefaults(opened(3, { give: ['wallets'], prefill: { wallets: { list: [wallet] } } }));
    expect(start.wallets).toEqual({ list: [wallet] });
    expect(SubmitEnhanced.safeParse(start).success).toBe(true);
  });
});

describe('missing files', () => {
  const needed = ['id_document', 'trn_document', 'selfie'] as const;
  it('are the required files not yet uploaded', () => {
    expect(findMissingFiles(opened(1), needed, { id_document: file })).toEqual(['trn_document', 'selfie']);
    expect(findMissingFiles(opened(1), needed, { id_document: file, trn_document: null, selfie: file })).toEqual([
      'trn_document',
    ]);
  });
  it('never include kept items', () => {
    expect(findMissingFiles(opened(1, { give: ['selfie'] }), needed, {})).toEqual(['selfie']);
  });
});

it('gives the reason of an item that failed, and none for one that was accepted', () => {
  const reason = { code: 'too_old', text: 'It is older than three months.' };
  const form = opened(2, {
    items: [
      { item: 'address_proof', state: 'rejected', reason },
      { item: 'income_proof', state: 'accepted', reason: null },
    ],
  });
  expect(getReason(form, 'address_proof')).toBe('It is older than three months.');
  expect(getReason(form, 'income_proof')).toBeNull();
});

describe('the documents of Enhanced KYC', () => {
  it('are optional, except for a ticked jurisdiction', () => {
    expect(requiredDocuments(opened(3), false)).toEqual([]);
    expect(requiredDocuments(opened(3), true)).toEqual(['jurisdiction_proof']);
  });
  it('are required when requested again', () => {
    const correction = opened(3, { give: ['income_proof'], keep: ['declaration'] });
    expect(requiredDocuments(correction, false)).toEqual(['income_proof']);
  });
  it('include the jurisdiction when its box is ticked for the first time in a corrected declaration', () => {
    const corrected = opened(3, { give: ['declaration'], keep: ['source_of_funds_proof'] });
    expect(requiredDocuments(corrected, true)).toEqual(['jurisdiction_proof']);
    expect(getEnhancedDefaults(corrected).jurisdiction_proof).toEqual({ file: null });
  });
  it('leave out a kept jurisdiction document', () => {
    const corrected = opened(3, { give: ['declaration'], keep: ['jurisdiction_proof'] });
    expect(requiredDocuments(corrected, true)).toEqual([]);
  });
});

describe('failures in toasts', () => {
  const getMessage = (tier: 1 | 2 | 3, error: unknown) => getFailureMessage(tier, errorMessage(error), error);

  it('an internal error shows the documented text with a reference', () => {
    const fault = toOrpcError(refusal('general.fault', { reference: 'K7M4' }));
    expect(getMessage(1, fault)).toEqual({
      title: 'Submission Error',
      text: 'Failed to submit KYC. Please try again. Reference: K7M4',
    });
    expect(getMessage(3, fault)?.title).toBe('Submission Failed');
    expect(getMessage(3, fault)?.text).toContain('There was an error submitting your enhanced KYC. Please try again.');
  });

  it('an unreachable server is named', () =>
    expect(getMessage(2, new TypeError('fetch failed'))).toEqual({
      title: 'Submission Error',
      text: "We couldn't reach our server. Check your connection and try again.",
    }));

  it('an ended session is named', () =>
    expect(getMessage(1, toOrpcError(refusal('accounts.sign_in_required', {})))).toEqual({
      title: 'Error',
      text: 'You must be logged in to submit KYC.',
      next: { name: 'Log in to continue', to: '/auth', back: true },
    }));

  it('a refusal keeps its text', () =>
    expect(getMessage(1, toOrpcError(refusal('identity.missing_files_tier1', {})))).toEqual({
      title: 'Missing Files',
      text: 'Please upload ID, TRN document, and take a live selfie.',
    }));

  it('a refused file adds the upload tip', () =>
    expect(getMessage(1, toOrpcError(refusal('identity.file_unfit', { what: 'ID document' })))?.text).toContain(
      'kyc-docs/{user_id}',
    ));

  it('a field error is left to the form', () => {
    expect(getMessage(1, toOrpcError(refusal('identity.phone_invalid', {})))).toBeNull();
    const issues = { issues: [{ path: ['personal_details', 'fullName'], message: 'Full name is required' }] };
    expect(getMessage(1, new ORPCError('BAD_REQUEST', { status: 400, data: issues }))).toBeNull();
  });
});

const reached = (...events: CameraEvent[]): Camera => events.reduce(nextCameraState, cameraOff);
const requested: CameraEvent = { is: 'opened' };
const streaming: CameraEvent = { is: 'streaming' };
const loaded: CameraEvent = { is: 'loaded' };
const captured: CameraEvent = { is: 'captured' };

describe('the live selfie', () => {
  it('goes from off over the stream to ready to captured', () => {
    expect(reached(requested).at).toBe('asking');
    expect(reached(requested, streaming).at).toBe('on');
    expect(reached(requested, streaming, loaded).at).toBe('ready');
    expect(reached(requested, streaming, loaded, captured).at).toBe('captured');
  });

  it('takes no photo before the preview is loaded', () => {
    expect(reached(requested, captured).at).toBe('asking');
    expect(reached(requested, streaming, captured).at).toBe('on');
  });

  it('returns to off after Retake and Remove without opening the camera', () => {
    expect(reached(requested, streaming, loaded, captured, { is: 'retaken' })).toEqual(cameraOff);
    expect(reached(requested, streaming, loaded, captured, { is: 'removed' })).toEqual(cameraOff);
  });

  it('is off after Cancel, and a stream that arrives later is not taken up', () => {
    expect(reached(requested, { is: 'cancelled' }, streaming)).toEqual(cameraOff);
  });

  it('keeps the fault until the next attempt', () => {
    const denied = reached(requested, { is: 'failed', fault: 'denied' });
    expect(denied).toEqual({ at: 'off', fault: 'denied', away: false });
    expect(nextCameraState(denied, requested)).toEqual({ at: 'asking' });
  });

  it('keeps running when a photo could not be taken', () => {
    const ready = reached(requested, streaming, loaded, { is: 'failed', fault: 'not_ready' });
    expect(ready).toEqual({ at: 'ready', fault: 'not_ready' });
    expect(nextCameraState(ready, captured).at).toBe('captured');
  });

  it('is switched off when the page is hidden, but a photo that was taken stays', () => {
    expect(reached(requested, streaming, loaded, { is: 'hidden' })).toEqual({ at: 'off', fault: null, away: true });
    expect(reached(requested, streaming, loaded, captured, { is: 'hidden' }).at).toBe('captured');
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
