import { finishLessons } from '../journeys/learning-progress.ts';
import { createPdf, createPhoto } from '../journeys/sample-files.ts';
import { ask } from '../journeys/scene.ts';
import { test } from './story.ts';

const moneyLessons = ['what-money-does', 'dollar-and-remittance', 'three-kinds', 'what-crypto-is-not'];

test('a new customer submits the form of KYC tier 1 with files and a selfie', async ({ customer: { tab } }) => {
  await tab.open('/dashboard');
  await tab.press('link', /^Start Tier 1$/);
  await tab.seesHeading('Personal details');
  await tab.fill('Full Name', 'Kerry-Ann Brown');
  await tab.fillDate('Date of Birth', '1990-04-12');
  await tab.fill('Phone Number', '876 555 0142');
  await tab.fill('Address', '1 Hope Road, Kingston 6');
  await tab.press('button', 'Continue');
  await tab.choose('ID Type', 'National ID');
  await tab.fill('ID Number', `NID-${Date.now()}`);
  await tab.attach('ID Document', await createPhoto('national-id.png'));
  await tab.sees(/Uploaded, /);
  await tab.press('button', 'Continue');
  await tab.fill('TRN Number', '123456789');
  await tab.attach('TRN Document', await createPdf('trn.pdf'));
  await tab.sees(/Uploaded, /);
  await tab.press('button', 'Continue');
  await tab.seesHeading('Live Selfie with ID');
  await tab.press('button', 'Open Camera');
  await tab.press('button', 'Capture');
  await tab.sees('Uploaded');
  await tab.press('button', 'Submit for Review');
  await tab.sees('KYC Tier 1 Submitted');
});

test('a learner answers a question of a lesson and takes a quiz', async ({ customer: { tab, email }, request }) => {
  await ask({ request }, 'learning/enroll', { courseId: 'level-1' });
  await tab.open('/courses/level-1');
  await tab.press('link', 'Continue: What money does');
  await tab.seesHeading('What money does');
  await tab.press('button', 'Finish this lesson');
  await tab.sees('Answer the questions in this lesson first.');
  await tab.answerAll();
  await tab.press('button', 'Answer');
  await tab.sees(/That's right|Not quite/);
  await finishLessons({ request }, email, moneyLessons);
  await tab.open('/courses/level-1/quizzes/money');
  await tab.sees('Unanswered: 6 of 6.');
  await tab.answerAll();
  await tab.press('button', 'Submit');
  await tab.seesHeading(/^(Passed|Not passed yet)$/);
});
