import { expect, test } from 'vitest';
import type { z } from 'zod';
import { SignIn, SignUp } from '../src/features/accounts/schema.ts';
import { SubmitTier1, SubmitTier2, TrustedWallet } from '../src/features/kyc/schema.ts';
import { AmountText, Payer, Reference, Sender } from '../src/features/ledger/schema.ts';
import { ClaimMahoni } from '../src/features/payments/schema.ts';
import { UpdateProfile } from '../src/features/profile/schema.ts';
import { AppealWarning } from '../src/features/scam-reports/published/public-schema.ts';
import { settingShapes } from '../src/features/settings/schema.ts';
import { ProposeRole } from '../src/features/staff/roles/schema.ts';
import { PlaceBuyOrder, PlaceSellOrder, QuoteBuy, QuoteSell, SellWallet } from '../src/features/trading/schema.ts';
import { NameWallet } from '../src/features/workshops/schema.ts';

const personal = SubmitTier1.shape.personal_details.unwrap().shape;
const document = SubmitTier1.shape.id_document.unwrap().shape;
const employment = SubmitTier2.shape.employment.unwrap().shape;
const account = settingShapes.bank_accounts.shape.JMD.shape;
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Fields into which people often paste, each with a valid value. */
const pasted: [string, z.ZodType, string][] = [
  ['e-mail at sign-up', SignUp.shape.email, 'kim@example.com'],
  ['e-mail at sign-in', SignIn.shape.email, 'kim@example.com'],
  ['e-mail of a colleague', ProposeRole.shape.email, 'kim@example.com'],
  ['e-mail of an objection', AppealWarning.shape.email, 'kim@example.com'],
  ['support e-mail', settingShapes.company.shape.supportEmail, 'kim@example.com'],
  ['first name', SignUp.shape.firstName, 'Anne-Marie'],
  ['last name', SignUp.shape.lastName, 'McDonald'],
  ['display name', UpdateProfile.shape.displayName.unwrap(), 'Anne-Marie'],
  ['full name', personal.fullName, 'Anne-Marie Brown'],
  ['phone at sign-up', SignUp.shape.phoneNumber, '+18765550100'],
  ['phone of the profile', UpdateProfile.shape.phoneNumber.unwrap(), '+1 876-555-0100'],
  ['phone of tier 1', personal.phone, '+1 876-555-0100'],
  ['home address', personal.address, '1 Hope Road, Kingston'],
  ['TRN', SubmitTier1.shape.trn_document.unwrap().shape.trn, '123-456-789'],
  ['ID number', document.idNumber, 'A1234567'],
  ['employer', employment.employerName, 'Bank of Jamaica'],
  ['income', employment.monthlyIncome, '250,000'],
  ['trusted wallet', TrustedWallet.shape.walletAddress, evm],
  ['amount of a purchase', QuoteBuy.shape.amount, '25,000.50'],
  ['amount of a sale', QuoteSell.shape.amount, '0.25'],
  ['wallet of a purchase', PlaceBuyOrder.shape.walletAddress, evm],
  ['destination tag', PlaceBuyOrder.shape.destinationTag, '1234'],
  ['wallet provider', PlaceBuyOrder.shape.custodian, 'Binance'],
  ['owner of the wallet', PlaceBuyOrder.shape.walletOwner, 'Anne-Marie Brown'],
  ['wallet of a sale', SellWallet.shape.senderWalletAddress, evm],
  ['account number', PlaceSellOrder.shape.accountNumber, '0000-1111 222'],
  ['account holder', PlaceSellOrder.shape.accountHolderName, 'Anne-Marie Brown'],
  ['bank', PlaceSellOrder.shape.bankName, 'NCB'],
  ['branch', PlaceSellOrder.shape.routingNumber, 'Half-Way-Tree'],
  ['wallet that pays in Mahoni', ClaimMahoni.shape.senderAddress, evm],
  ['wallet of an award', NameWallet.shape.address, evm],
  ['reference of a bank line', Reference, 'FT-2411 0001'],
  ['amount of a bank line', AmountText, '25,000.50'],
  ['account of a payer', Payer.payerAccount, '0000-1111'],
  ['name of a payer', Payer.payerHolder, 'Anne-Marie Brown'],
  ['address of a sender', Sender.senderAddress, evm],
  ['tag of a sender', Sender.senderTag, '1234'],
  ['account number of ours', account.number, '0000-1111 222'],
  ['wallet of ours', settingShapes.company_wallets.shape.xrp.unwrap().shape.address, evm],
  ['tag of ours', settingShapes.company_wallets.shape.xrp.unwrap().shape.tag.unwrap(), '1234'],
  ['rate of ours', settingShapes.rates.shape.buy, '175.5'],
];

/** Adds invisible marks, non-breaking spaces and special hyphens, like text copied from phones and spreadsheets. */
const asPasted = (text: string): string =>
  `\u202a\ufeff${text.slice(0, 2)}\u200b${text.slice(2, -1).replaceAll('-', '\u2011').replaceAll(' ', '\u00a0')}\u00ad${text.slice(-1)}\u2069`;

test.each(pasted)('%s ignores invisible characters in a pasted value', (_what, schema, text) => {
  const plain = schema.parse(text);
  expect(schema.parse(asPasted(text))).toBe(plain);
});
