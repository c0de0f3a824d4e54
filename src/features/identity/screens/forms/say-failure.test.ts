import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { answerOf } from '../../../../platform/procedure.ts';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { refusal } from '../../messages.ts';
import { failureWords } from './say-failure.ts';

const said = (tier: 1 | 2 | 3, error: unknown) => failureWords(tier, refusalWords(error), error);

it('a fault of ours is told in the documented words, with the reference', () => {
  const fault = answerOf(refusal('general.fault', { reference: 'K7M4' }));
  expect(said(1, fault)).toEqual({
    title: 'Submission Error',
    text: 'Failed to submit KYC. Please try again. Reference: K7M4',
  });
  expect(said(3, fault)?.title).toBe('Submission Failed');
  expect(said(3, fault)?.text).toContain('There was an error submitting your enhanced KYC. Please try again.');
});

it('a server out of reach is told as such', () =>
  expect(said(2, new TypeError('fetch failed'))).toEqual({
    title: 'Submission Error',
    text: 'We could not reach the server. Check your connection and try again.',
  }));

it('whoever is no longer signed in is told so', () =>
  expect(said(1, answerOf(refusal('accounts.sign_in_required', {})))).toEqual({
    title: 'Error',
    text: 'You must be logged in to submit KYC.',
    next: { name: 'Log in, and back here', to: '/auth', back: true },
  }));

it('a refusal keeps its own words', () =>
  expect(said(1, answerOf(refusal('identity.missing_files_tier1', {})))).toEqual({
    title: 'Missing Files',
    text: 'Please upload ID, TRN document, and take a live selfie.',
  }));

it('a refused file comes with the tip where files belong', () =>
  expect(said(1, answerOf(refusal('identity.file_unfit', { what: 'ID document' })))?.text).toContain(
    'kyc-docs/{user_id}',
  ));

it('what belongs to a field is left to the form', () => {
  expect(said(1, answerOf(refusal('identity.phone_invalid', {})))).toBeNull();
  const issues = { issues: [{ path: ['personal_details', 'fullName'], message: 'Full name is required' }] };
  expect(said(1, new ORPCError('BAD_REQUEST', { status: 400, data: issues }))).toBeNull();
});
