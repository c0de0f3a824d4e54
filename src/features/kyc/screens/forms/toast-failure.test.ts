import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { toOrpcError } from '../../../../platform/http/procedure.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { refusal } from '../../messages.ts';
import { getFailureMessage } from './toast-failure.ts';

const said = (tier: 1 | 2 | 3, error: unknown) => getFailureMessage(tier, errorMessage(error), error);

it('an internal error shows the documented text with a reference', () => {
  const fault = toOrpcError(refusal('general.fault', { reference: 'K7M4' }));
  expect(said(1, fault)).toEqual({
    title: 'Submission Error',
    text: 'Failed to submit KYC. Please try again. Reference: K7M4',
  });
  expect(said(3, fault)?.title).toBe('Submission Failed');
  expect(said(3, fault)?.text).toContain('There was an error submitting your enhanced KYC. Please try again.');
});

it('an unreachable server is named', () =>
  expect(said(2, new TypeError('fetch failed'))).toEqual({
    title: 'Submission Error',
    text: "We couldn't reach our server. Check your connection and try again.",
  }));

it('an ended session is named', () =>
  expect(said(1, toOrpcError(refusal('accounts.sign_in_required', {})))).toEqual({
    title: 'Error',
    text: 'You must be logged in to submit KYC.',
    next: { name: 'Log in to continue', to: '/auth', back: true },
  }));

it('a refusal keeps its text', () =>
  expect(said(1, toOrpcError(refusal('identity.missing_files_tier1', {})))).toEqual({
    title: 'Missing Files',
    text: 'Please upload ID, TRN document, and take a live selfie.',
  }));

it('a refused file adds the upload tip', () =>
  expect(said(1, toOrpcError(refusal('identity.file_unfit', { what: 'ID document' })))?.text).toContain(
    'kyc-docs/{user_id}',
  ));

it('a field error is left to the form', () => {
  expect(said(1, toOrpcError(refusal('identity.phone_invalid', {})))).toBeNull();
  const issues = { issues: [{ path: ['personal_details', 'fullName'], message: 'Full name is required' }] };
  expect(said(1, new ORPCError('BAD_REQUEST', { status: 400, data: issues }))).toBeNull();
});
