import { randomBytes, randomInt } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { createProof } from '../journeys/sample-files.ts';
import { placeBuy, signInWithNewSession } from '../journeys/scene.ts';
import { test } from './story.ts';
import type { Tab } from './tab.ts';

const xrpAddress = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';

async function signInVerified(tab: Tab, request: APIRequestContext): Promise<void> {
  await signInWithNewSession({ request }, 'tier2');
  await tab.signIn(request);
}

test('a verified customer buys by bank transfer', async ({ tab, request }) => {
  await signInVerified(tab, request);
  await tab.open('/trading');
  await tab.choose('Crypto', 'ETH');
  await tab.fill('You pay', String(randomInt(10_000, 20_000)));
  await tab.choose('Network', 'Ethereum (ERC20)');
  await tab.fill('Your ETH address', `0x${randomBytes(20).toString('hex')}`);
  await tab.sees('Address verified', 'All-in cost');
  await tab.check(/^I checked the first and last characters/);
  await tab.press('button', 'Pay with Bank Transfer');
  await tab.sees('Bank Transfer Payment', 'Savings');
  await tab.press('button', "I'll pay later");
  await tab.seesHeading('Complete Your Payment');
  await tab.open('/transactions');
  await tab.sees('ETH');
});

// A customer of its own, because the server keeps the draft of an unfinished sale.
test('a customer sells, and the order opens', async ({ customer: { tab } }) => {
  await tab.open('/trading?tab=sell');
  await tab.choose('Crypto', 'XRP');
  await tab.fill('You sell', '7');
  await tab.fill('Sender wallet address', xrpAddress);
  await tab.choose('Network', 'XRP');
  await tab.press('button', 'Show our wallet address');
  await tab.press('button', "I've sent it, continue");
  await tab.choose('Wallet type', 'Binance');
  await tab.attach('Transfer confirmation', createProof());
  await tab.sees(/Uploaded, \d+ B/);
  await tab.press('button', 'Continue to your bank');
  await tab.fill('Bank name', 'Demo Bank of Jamaica');
  await tab.fill('Account number', '0000 1234 567');
  await tab.press('button', 'Submit Sell Order');
  await tab.sees('within the next 12-48 hours.');
  await tab.isAt(/\/orders\//);
});

test('a verified customer uploads the proof of a payment', async ({ tab, request }) => {
  await signInVerified(tab, request);
  const { orderId } = await placeBuy({ request }, String(randomInt(5000, 9000)));
  await tab.open(`/orders/${orderId}`);
  await tab.seesHeading(/^Send J\$/);
  await tab.attach('Payment confirmation', createProof());
  await tab.sees(/Uploaded, \d+ B/);
  await tab.press('button', 'I have sent the money');
  await tab.sees('Waiting for us');
});
