import { accountLetters, ownerLetters } from './features/accounts/letters.ts';
import { certificateLetter } from './features/certificates/earned-letter.ts';
import { classLetters } from './features/classes/letters.ts';
import { givenLetters } from './features/enrollment/letters.ts';
import { identityLetters } from './features/identity/letters.ts';
import { launchLetters } from './features/launches/letters.ts';
import { type HouseLetters, lettersOf } from './features/letters/letter-list.ts';
import { locationLetters } from './features/location/letters.ts';
import { digestLetter } from './features/notices/letters.ts';
import { paymentLetterParts, paymentLetters } from './features/payments/letters.ts';
import { projectLetters } from './features/projects/letters.ts';
import { appealLetters, scamLetters } from './features/scam-reports/desk/letters.ts';
import { planLetters } from './features/subscriptions/letters.ts';
import { orderLetterParts, orderLetters } from './features/trading/papers/letters.ts';
import { workshopLetterParts, workshopLetters } from './features/workshops/letters.ts';

const { verify, reset, alreadyHere, newDevice } = accountLetters;
const { given, longer, taken_back } = givenLetters;

/** Every letter of the house, by the name under which its room sends it, and when that is. */
export const allLetters: HouseLetters = {
  ...lettersOf(
    'account',
    { verify, reset, alreadyHere },
    {
      about: 'Account',
      when: {
        verify: 'Somebody signed up',
        reset: 'Somebody forgot their password',
        alreadyHere: 'Somebody signed up with an address that has an account',
      },
    },
  ),
  ...lettersOf(
    'security',
    { newDevice, ...ownerLetters, ...locationLetters },
    {
      about: 'Security',
      when: {
        newDevice: 'Signed in from a new device',
        changed: 'Password, passkey, app, codes or keys changed',
        closed: 'Account closed',
        paused: 'Webhooks paused, because they were not taken',
        travel: 'Used from two places too far apart',
      },
    },
  ),
  ...lettersOf('order', orderLetters, {
    about: 'Orders',
    frame: orderLetterParts.frame,
    when: {
      receive: 'Money or coins arrived',
      attachLate: 'Money or coins arrived after the end',
      rejectClaim: 'The proof is not good',
      complete: 'Carried out',
      fail: 'Could not be carried out',
      cancel: 'Cancelled',
      lapse: 'Lapsed',
      late: 'A promise of ours passed',
      returnMoney: 'Sent back',
      returnBounced: 'What was sent back came back',
      payoutBounced: 'What was paid out came back',
      payInUndone: 'An arrival was taken back',
      latePayInUndone: 'A late arrival was taken back',
      extraUndone: 'A further arrival was taken back',
      askedName: 'Whose card it is was asked',
      repriced: 'A better price after the end',
      askedPrice: 'A worse price after the end',
      extraArrived: 'Sent twice',
      extraReturned: 'What was sent twice went back',
      extraBounced: 'What was sent twice came back again',
    },
  }),
  ...lettersOf('payment', paymentLetters, {
    about: 'Payments',
    frame: paymentLetterParts.frame,
    when: {
      receive: 'Money arrived',
      begin: 'What was paid for begins',
      attachLate: 'Money arrived after the end',
      rejectClaim: 'The proof is not good',
      reject: 'Not taken',
      lapse: 'Lapsed',
      release: 'Not found, and kept no longer',
      refund: 'Ended, and goes back',
      returnPart: 'A part went back',
      partBounced: 'A part came back again',
      returnBounced: 'What was sent back came back',
      returnMoney: 'Sent back',
    },
  }),
  ...lettersOf('identity', identityLetters, {
    about: 'Identity',
    when: { approved: 'Approved', rejected: 'Something again', more_wanted: 'Something more' },
  }),
  ...lettersOf('plan', planLetters, {
    about: 'Plans',
    when: { week: 'A week before the end', day: 'A day before the end' },
  }),
  ...lettersOf('workshop', workshopLetters, {
    about: 'Workshops',
    frame: workshopLetterParts.frame,
    when: {
      offered: 'A place became free',
      confirmed: 'Place booked',
      moved: 'Place moved',
      changed: 'Times or place changed',
      reminder: 'The day before',
      cancelled: 'Called off',
      awarded: 'Training coins given',
      award_sent: 'Training coins sent',
    },
  }),
  ...lettersOf(
    'course',
    { given, longer, taken_back },
    {
      about: 'Courses',
      when: { given: 'Opened by staff', longer: 'Open for longer', taken_back: 'Taken back' },
    },
  ),
  ...lettersOf('class', classLetters, { about: 'Courses', when: { frame: 'Around what an instructor writes' } }),
  ...lettersOf('project', projectLetters, {
    about: 'Courses',
    when: { passed: 'Project passed', failed: 'Project not passed' },
  }),
  ...lettersOf(
    'certificate',
    { earned: certificateLetter },
    { about: 'Courses', when: { earned: 'Certificate earned' } },
  ),
  ...lettersOf('launch', launchLetters, {
    about: 'Coin launches',
    when: { asked: 'A question to the founder', decided: 'Decided' },
  }),
  ...lettersOf('scam_report', scamLetters, {
    about: 'Scam reports',
    when: { completed: 'Report completed', declined: 'Report declined' },
  }),
  ...lettersOf('appeal', appealLetters, {
    about: 'Scam reports',
    when: { upheld: 'Appeal upheld', dismissed: 'Appeal dismissed' },
  }),
  ...lettersOf('notices', { digest: digestLetter }, { about: 'Notices', when: { digest: 'The mail of a day' } }),
};
