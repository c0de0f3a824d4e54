import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../src/ui/button.tsx';
import { Checkbox } from '../../../src/ui/checkbox.tsx';
import { Choice } from '../../../src/ui/choice.tsx';
import { CopyButton, CopyRow } from '../../../src/ui/copy-button.tsx';
import { Field, FieldError, FieldFrame, TextField } from '../../../src/ui/field.tsx';
import { Link } from '../../../src/ui/link.tsx';
import { NextPage, Pager } from '../../../src/ui/pager.tsx';
import { PaymentProofForm } from '../../../src/ui/payment-proof-form.tsx';
import { SelectField } from '../../../src/ui/select-field.tsx';
import { ShareButton } from '../../../src/ui/share-button.tsx';
import { Tabs } from '../../../src/ui/tabs.tsx';
import { ThemeButton, ThemeChoices } from '../../../src/ui/theme-switch.tsx';
import { Upload } from '../../../src/ui/upload.tsx';
import { doNothing, longText, longWord, type Stories, wallet } from '../story.ts';

const proof = { id: 'proof', name: `receipt-${longWord}.jpg`, bytes: 2_400_000, mime: 'image/jpeg' };
const banks = [
  { value: 'ncb', name: 'National Commercial Bank' },
  { value: 'jn', name: 'JN Bank' },
  { value: 'closed', name: 'A bank we no longer use', disabled: true },
];
const ways = [
  { value: 'bank', name: 'Bank transfer', note: 'Free, up to one working day', end: 'J$0.00' },
  { value: 'card', name: 'Card', note: 'Visa or Mastercard', end: 'J$31,250.00' },
  { value: 'mahoni', name: 'Mahoni', note: 'Not available for this order', disabled: true },
];

function TabsWithState() {
  const [current, setCurrent] = useState('buy');
  const tabs = ['Buy', 'Sell', 'Recurring buys'].map((name) => ({
    ...{ key: name.toLowerCase(), name, panel: <p>{name}: J$1,250,000.00</p> },
  }));
  return <Tabs label="Trading" tabs={tabs} current={current} onChange={setCurrent} />;
}

export const controls: Stories = {
  Button: {
    Primary: <Button>Buy now</Button>,
    Line: <Button variant="line">Back</Button>,
    Bare: <Button variant="bare">Skip</Button>,
    Destructive: (
      <div className="row wraps">
        <Button variant="bad">Close account</Button>
        <Button variant="bad-line">Reject</Button>
      </div>
    ),
    Small: (
      <div className="row wraps">
        <Button size="small">Buy</Button>
        <Button size="small" variant="line">
          Sell
        </Button>
      </div>
    ),
    Icon: (
      <Button variant="bare" icon label="Search">
        <Search className="ic" aria-hidden="true" />
      </Button>
    ),
    Busy: (
      <div className="row wraps">
        <Button busy>Placing your order</Button>
        <Button busy variant="line">
          Show more
        </Button>
        <Button busy variant="bad">
          Reject
        </Button>
        <Button busy icon label="Search" variant="bare" />
      </div>
    ),
    Disabled: (
      <div className="row wraps">
        <Button disabled>Buy now</Button>
        <Button disabled variant="line">
          Back
        </Button>
        <Button aria-disabled variant="bare">
          Skip
        </Button>
      </div>
    ),
    'Full width': <Button full>Pay J$1,250,000.00</Button>,
    'Long text': <Button full>Agree to the sale terms and pay J$1,250,000.00 from your bank account</Button>,
    'As a link': <ButtonLink to="/trading">Start an order</ButtonLink>,
    'Link in a text': (
      <p>
        Read the{' '}
        <Link className="link" to="/faq">
          questions and answers
        </Link>{' '}
        first.
      </p>
    ),
  },
  'Button, focused': {
    Focused: <Button autoFocus>Buy now</Button>,
  },
  Field: {
    Empty: <Field label="Full name" placeholder="As on your ID" />,
    Hint: <Field label="TRN" labelNote="Optional" hint="Nine digits, on your TRN card." defaultValue="123456789" />,
    Error: <Field label="TRN" error="Enter the nine digits of your TRN" defaultValue="12" hint="On your TRN card." />,
    Amount: <Field label="You pay" amount="large" prefix="J$" defaultValue="1,250,000.00" />,
    'Amount of coins': <Field label="You get" fixed suffix="BTC" defaultValue="0.10371395" />,
    Disabled: <Field label="Email" disabled defaultValue="kerry@demo.test" />,
    'Long text': <Field label={longText} labelNote="Optional" error={longText} hint={longText} defaultValue={wallet} />,
  },
  'Field, focused': { Focused: <Field label="Full name" autoFocus defaultValue="Kerry-Ann O'Brien" /> },
  FieldFrame: {
    'Own control': (
      <FieldFrame label="Month" hint="Any month of this year.">
        {(ids) => (
          <div className="ctl">
            <input type="month" {...ids} />
          </div>
        )}
      </FieldFrame>
    ),
    'Error alone': <FieldError id="alone" text="Choose a file" />,
  },
  TextField: {
    Empty: <TextField label="Your message" rows={3} />,
    Error: <TextField label="Reason" rows={3} error="Enter a reason" />,
    Disabled: <TextField label="Reason" rows={2} disabled defaultValue="Already decided" />,
    'Long text': <TextField label="Your message" rows={4} defaultValue={longText} hint="At most 4,000 characters." />,
  },
  SelectField: {
    Empty: <SelectField label="Bank" options={banks} emptyLabel="Choose a bank" />,
    Chosen: <SelectField label="Bank" options={banks} defaultValue="jn" hint="Where your money goes." />,
    Error: <SelectField label="Bank" options={banks} emptyLabel="Choose a bank" error="Choose a bank" />,
    Disabled: <SelectField label="Bank" options={banks} disabled />,
    'Long text': <SelectField label="Bank" options={[{ value: 'long', name: longText }]} />,
  },
  Checkbox: {
    Empty: <Checkbox label="I agree to the terms" />,
    Checked: <Checkbox label="I agree to the terms" defaultChecked />,
    Error: <Checkbox label="I agree to the terms" error="Agree to the terms to continue" />,
    Disabled: <Checkbox label="Security emails" disabled defaultChecked />,
    'Long text': <Checkbox label={longText} />,
  },
  Choice: {
    Default: <Choice legend="How do you pay?" options={ways} defaultValue="bank" />,
    Error: <Choice legend="How do you pay?" options={ways} error="Choose how you pay" />,
    Pair: (
      <Choice
        legend="Are you politically exposed?"
        pair
        options={[
          { value: 'yes', name: 'Yes' },
          { value: 'no', name: 'No' },
        ]}
      />
    ),
    'Long text': (
      <Choice legend={longText} options={[{ value: 'long', name: longText, note: longText, end: 'J$0.00' }]} />
    ),
  },
  ShareButton: {
    'Copies where the browser cannot share': <ShareButton title="Wallets that ask for your words" path="/scams" />,
  },
  CopyButton: {
    Icon: <CopyButton text={wallet} name="Wallet" />,
    'With text': <CopyButton text={wallet} name="Wallet" withText />,
    Row: (
      <dl>
        <CopyRow name="Account number" text="123 456 789" />
        <CopyRow name="Wallet" text={wallet} />
        <CopyRow name="Hash" text={`0x${'9f86d081884c7d65'.repeat(4)}`} />
      </dl>
    ),
  },
  Tabs: { Default: <TabsWithState /> },
  Pager: {
    'More to show': <Pager shownCount={20} total={1_250} hasMore busy={false} onMore={doNothing} />,
    Busy: <Pager shownCount={20} hasMore busy onMore={doNothing} />,
    End: <Pager shownCount={1_250} total={1_250} hasMore={false} busy={false} onMore={doNothing} />,
    'Of a query': (
      <NextPage shownCount={20} query={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: doNothing }} />
    ),
  },
  Upload: {
    Empty: <Upload label="Proof of payment" purpose="payment_proof" hint="A photo is fine." onUploaded={doNothing} />,
    Uploaded: <Upload label="Proof of payment" purpose="payment_proof" value={proof} onUploaded={doNothing} />,
    'Virus scan': (
      <Upload
        label="Proof of payment"
        purpose="payment_proof"
        value={{ ...proof, state: 'being_checked' }}
        onUploaded={doNothing}
      />
    ),
    Error: <Upload label="Your selfie" purpose="selfie" accept="image" error="Add a photo" onUploaded={doNothing} />,
  },
  PaymentProofForm: {
    Empty: (
      <PaymentProofForm
        {...{ itemId: 'empty', label: 'Proof of payment', purpose: 'payment_proof', button: 'Send proof' }}
        busy={false}
        onSubmit={doNothing}
      />
    ),
    Busy: (
      <PaymentProofForm
        {...{ itemId: 'busy', label: 'Proof of payment', purpose: 'payment_proof', button: 'Send proof' }}
        {...{ look: 'line', busy: true }}
        onSubmit={doNothing}
      />
    ),
  },
  'Theme switch': { Button: <ThemeButton />, Choices: <ThemeChoices /> },
};
